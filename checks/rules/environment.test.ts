import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSettings, SettingsError } from '#platform/server/settings/settings.ts';

const source = readFileSync('src/platform/server/settings/settings.variables.ts', 'utf8');
const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1]!);
const example = readFileSync('.env.example', 'utf8');
const listed = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]!);

test('.env.example lists every value that is read, and no other', () => {
  expect(read.length).toBeGreaterThan(20);
  expect([...listed].sort()).toEqual([...read].sort());
});

test('each value has its line of explanation', () => {
  const lines = example.split('\n');
  const bare = listed.filter((name) => {
    const at = lines.findIndex((line) => line.startsWith(`${name}=`));
    // values that belong together share one line
    for (let above = at - 1; above >= 0; above--)
      if (!/^[A-Z0-9_]+=/.test(lines[above]!)) return !lines[above]!.startsWith('#');
    return true;
  });
  expect(bare).toEqual([]);
});

test('the example as it stands is a good environment', () => {
  const env = Object.fromEntries(
    [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]),
  );
  expect(readSettings(env)).toMatchObject({
    port: 4000,
    publicUrl: 'http://localhost:4000',
    sessionInactivitySeconds: 1800,
    production: false,
  });
});

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'portal@example.com',
  BILLING: 'sandbox',
};

test.each([
  [{ ...production, PUBLIC_URL: undefined }, 'PUBLIC_URL'],
  [{ ...production, SMTP_URL: undefined, MAIL_FROM: undefined }, 'SMTP_URL'],
  [{ ...production, DATABASE_URL: 'postgres://db/portal' }, 'SECRET_KEY'],
])('production does not start without what it needs: %o', (env, name) => {
  expect(() => readSettings(env)).toThrow(SettingsError);
  expect(() => readSettings(env)).toThrow(name);
});
