import { expect, test } from 'vitest';
import { readSettings } from '#platform/server/settings.ts';
import { openProviders } from './providers.ts';
import { testPortal } from './testing.ts';

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
