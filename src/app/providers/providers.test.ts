import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readSettings } from '#platform/server/settings/settings.ts';
import { openBilling, openProviders } from './providers.ts';
import { testPortal } from '../testing/portal.ts';

test.each([
  [{}, 'http://localhost:4000/mailbox'],
  [{ PUBLIC_URL: 'https://portal.acme.test' }, 'https://portal.acme.test/mailbox'],
  // forgotten NODE_ENV: mails open accounts, so whoever reaches the portal from the internet must not read them
  [{ PUBLIC_URL: 'https://portal.acme.com' }, null],
  [{ SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'portal@acme.test' }, null],
])('with %j mails can be read at %s', async (env: Record<string, string>, address) => {
  const { base, database, settings } = await testPortal();
  const { mailboxAddress, close } = await openProviders({
    settings: readSettings({ DATA_DIR: settings.dataDir, ...env }),
    secrets: base.secrets,
    database,
    queue: base.jobs,
    log: base.log,
    now: base.now,
  });
  expect(mailboxAddress).toBe(address);
  await close();
});

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.acme.com',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'portal@acme.com',
};
const sandbox = { ...production, BILLING: 'sandbox' };
const chargebee = {
  CHARGEBEE_SITE: 'acme',
  CHARGEBEE_API_KEY: 'live_key',
  CHARGEBEE_WEBHOOK_USER: 'hook',
  CHARGEBEE_WEBHOOK_PASSWORD: 'kY7-wQz3_Xv9Lm2RtB5d',
  CHARGEBEE_ENDPOINT: 'http://127.0.0.1:9',
};

test.each([
  ['a sandbox in production', sandbox, true],
  ['a sandbox elsewhere', {}, false],
  ['Chargebee in production', { ...production, ...chargebee }, false],
])('%s: the log says that nobody is charged: %j', async (_what, env: Record<string, string>, isSaid) => {
  const { base, database, settings } = await testPortal();
  const lines: string[] = [];
  openBilling({
    settings: readSettings({ DATA_DIR: settings.dataDir, ...env }),
    secrets: base.secrets,
    database,
    queue: base.jobs,
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    now: base.now,
  });
  expect(lines.some((line) => line.includes('with a test card'))).toBe(isSaid);
});
