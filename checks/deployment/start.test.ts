import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/portal.ts';
import { openLog } from '#platform/server/log/log.ts';
import { isGuessable } from '#platform/server/secrets/secretStrength.ts';
import { readSettings, SettingsError } from '#platform/server/settings/settings.ts';

const random = randomBytes(36).toString('base64url');
/** What an installation needs; its database refuses connections, so a program that gets as far says so and ends. */
const good = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'portal@example.com',
  DATABASE_URL: 'postgres://portal:db-pa55-word@127.0.0.1:9/portal',
  SECRET_KEY: random,
  BILLING: 'sandbox',
};

/** Starts the real worker; gives its exit code and what it printed. */
function start(env: Record<string, string | undefined>, program = 'worker') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `src/app/${program}.ts`],
    {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: temporaryFolder('start'),
        ...env,
      },
      encoding: 'utf8',
      cwd: path.resolve('.'),
    },
  );
  return { status, said: `${stdout}${stderr}` };
}

const refusals: [string, Record<string, string | undefined>, RegExp][] = [
  [
    'PUBLIC_URL without encryption',
    { PUBLIC_URL: 'http://portal.example.com' },
    /^PUBLIC_URL must begin with https:\/\/ in production/,
  ],
  [
    'PUBLIC_URL of this machine without encryption',
    { PUBLIC_URL: 'http://localhost:4000' },
    /^PUBLIC_URL must begin with https:/,
  ],
  ['every proxy trusted', { TRUST_PROXY: 'true' }, /^TRUST_PROXY=true lets every caller choose/],
  [
    'every IPv4 address trusted',
    { TRUST_PROXY: '10.0.0.0/8, 0.0.0.0/0' },
    /^TRUST_PROXY names the network 0\.0\.0\.0\/0 /,
  ],
  ['every IPv6 address trusted', { TRUST_PROXY: '::/0' }, /^TRUST_PROXY names the network ::\/0 /],
  [
    'two halves of the internet trusted',
    { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' },
    /^TRUST_PROXY names the network 0\.0\.0\.0\/1 /,
  ],
  [
    'every mapped address trusted',
    { TRUST_PROXY: '::ffff:0:0/96' },
    /^TRUST_PROXY names the network ::ffff:0:0\/96 /,
  ],
  [
    'the internet trusted in 256 pieces',
    { TRUST_PROXY: Array.from({ length: 256 }, (_, octet) => `${octet}.0.0.0/8`).join(',') },
    /^TRUST_PROXY names networks that strangers are in/,
  ],
  ['a SECRET_KEY of 32 equal letters', { SECRET_KEY: 'a'.repeat(32) }, /^SECRET_KEY can be guessed/],
  [
    'a SECRET_KEY with a word',
    { SECRET_KEY: `password-${random.slice(0, 30)}` },
    /^SECRET_KEY can be guessed/,
  ],
  ['a repeated SECRET_KEY', { SECRET_KEY: 'x9Kq2-LmZ7'.repeat(4) }, /^SECRET_KEY can be guessed/],
  [
    'a SECRET_KEY that is too short',
    { SECRET_KEY: 'hunter2-hunter2' },
    /SECRET_KEY cannot be used: must be at least 32 random characters/,
  ],
  ['a METRICS_TOKEN of few letters', { METRICS_TOKEN: 'metrics' }, /^METRICS_TOKEN can be guessed/],
  [
    'a SIGNUP_TRIGGER_SECRET that counts',
    { SIGNUP_TRIGGER_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' },
    /^SIGNUP_TRIGGER_SECRET can be guessed/,
  ],
  [
    'a guessable CHARGEBEE_WEBHOOK_PASSWORD',
    {
      BILLING: undefined,
      CHARGEBEE_SITE: 'acme',
      CHARGEBEE_API_KEY: 'live',
      CHARGEBEE_WEBHOOK_USER: 'hook',
      CHARGEBEE_WEBHOOK_PASSWORD: 'changeme-changeme',
    },
    /^CHARGEBEE_WEBHOOK_PASSWORD can be guessed/,
  ],
  [
    'the billing sandbox that nobody asked for',
    { BILLING: undefined },
    /^CHARGEBEE_SITE is needed in production, because the billing sandbox/,
  ],
  [
    'an inside address open to every organization',
    { SCAN_ALLOW_PRIVATE: '10.1.2.3:80' },
    /^SCAN_ALLOW_PRIVATE opens 10\.1\.2\.3:80 to every/,
  ],
];

/** The sentence with which the settings are refused. */
const refusalOf = (env: Record<string, string | undefined>): string => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('These settings are not refused.');
};

test.each(refusals)('production refuses %s in one sentence that holds no secret', (_what, env, sentence) => {
  const said = refusalOf({ ...good, ...env });
  expect(said).toMatch(sentence);
  expect(said).not.toContain('\n');
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    /KEY|SECRET|TOKEN|PASSWORD/.test(name) && value ? [value] : [],
  );
  expect(secrets.filter((value) => said.includes(value))).toEqual([]);
});

// each start reads the whole product, so one stands for each kind of refusal
test.each([
  ['PUBLIC_URL without encryption', { PUBLIC_URL: 'http://portal.example.com' }, 'PUBLIC_URL'],
  ['a SECRET_KEY that can be guessed', { SECRET_KEY: 'a'.repeat(32) }, 'SECRET_KEY'],
  ['the billing sandbox that nobody asked for', { BILLING: undefined }, 'CHARGEBEE_SITE'],
])('the real program ends with exit code 1 and that sentence alone, on %s', (_what, env, name) => {
  const { status, said } = start({ ...good, ...env });
  expect(said).toBe(`${refusalOf({ ...good, ...env })}\n`);
  expect(said.startsWith(name)).toBe(true);
  expect(status).toBe(1);
});

test('a good environment gets as far as the database, whose password is not printed', () => {
  const { status, said } = start(good);
  expect(said).toMatch(/The database of DATABASE_URL cannot be used/);
  expect(said).not.toContain('db-pa55-word');
  expect(status).toBe(1);
});

test.each([
  ['DATABASE_URL', 'postgres://portal:s3cr3t%zz@db/portal'],
  ['DATABASE_URL', 'postgres://portal:s3cr3t@db:port/portal'],
  ['DATABASE_URL', 'mysql://portal:s3cr3t@db/portal'],
  ['DATABASE_OWNER_URL', 'postgres://owner:s3cr3t/x@db/portal'],
  ['SMTP_URL', 'smtp://user:s3cr3t@mail:port'],
  ['SMTP_URL', 'http://user:s3cr3t@mail'],
  ['SMTP_URL', 'smtp://user:s3cr3t%@mail'],
  ['SECRET_KEY', 's3cr3t'],
  ['CHARGEBEE_WEBHOOK_PASSWORD', 's3cr3t'],
  ['SIGNUP_TRIGGER_SECRET', 's3cr3t'],
  ['SECRET_KEY_OLD', 's3cr3t'],
  ['STRIPE_API_KEY', 'sk_live_s3cr3t'],
  ['S3_ENDPOINT', 'ftp://user:s3cr3t@store'],
])('a refused %s is named and not shown: %s', (name, value) => {
  const said = refusalOf({ [name]: value });
  expect(said).toContain(name);
  expect(said).not.toContain('s3cr3t');
});

test('random keys of usual lengths and alphabets pass, typed ones do not', () => {
  const draws = Array.from({ length: 2000 }, () => randomBytes(48));
  const shapes = [
    (bytes: Buffer) => bytes.subarray(0, 16).toString('hex'),
    (bytes: Buffer) => bytes.subarray(0, 32).toString('hex'),
    (bytes: Buffer) => bytes.subarray(0, 24).toString('base64'),
    (bytes: Buffer) => bytes.toString('base64url'),
    (bytes: Buffer) => bytes.subarray(0, 12).toString('base64url'),
  ];
  const refused = shapes.map((shape) => draws.filter((bytes) => isGuessable(shape(bytes))).length);
  // an unlucky draw is drawn again; it happens less than once in two hundred
  expect(Math.max(...refused)).toBeLessThan(10);
  const bad = [
    'a'.repeat(40),
    '0123456789'.repeat(4),
    'qwertyuiopasdfghjklzxcvbnm123456',
    'my-secret-key-for-the-portal-2026',
    'aaaaaaaabbbbbbbbccccccccdddddddd',
    'abcdefghijklmnopqrstuvwxyzabcdef',
    'correct horse battery staple again',
    '11112222333344445555666677778888',
  ];
  expect(bad.filter((text) => !isGuessable(text))).toEqual([]);
});

test('an address that an error quotes is logged without its password', () => {
  const lines: string[] = [];
  const log = openLog('test', 'info', { write: (line) => void lines.push(line) });
  const address = 'postgres://portal:s3cr3t@db.internal:5432/portal?ssl=true';
  const error = Object.assign(new Error(`cannot reach ${address}`), {
    input: address,
    options: { smtp: 'smtps://u:s3cr3t@mail' },
  });
  log.error({ err: error, address }, `connection to ${address} failed`);
  expect(lines.join('')).not.toContain('s3cr3t');
  expect(JSON.parse(lines[0]!)).toMatchObject({
    address: 'postgres://[secret]@db.internal:5432/portal?ssl=true',
  });
});
