import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { applyRetention } from '#app/database/retention.ts';

const kept = (portal: Awaited<ReturnType<typeof testPortal>>) =>
  portal.database.global.selectFrom('clientError').selectAll().execute();

test('a failure in a browser is kept, with who had it and without what opens doors', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn('ada@acme-widgets.com');
  const report = {
    level: 'error',
    message: 'x is undefined token=abc123',
    endpoint: '/verify?code=123456',
    filename: 'web.js',
    stack: 'at /resetPassword/abcdef',
  };
  expect((await ada.post('/utils/logger', report)).body).toEqual({ success: true });
  expect(await kept(portal)).toMatchObject([
    {
      level: 'error',
      message: 'x is undefined token=[removed]',
      endpoint: '/verify?code=[removed]',
      filename: 'web.js',
      stack: 'at /resetPassword/[removed]',
      cognitoId: ada.cognitoId,
      at: portal.clock.now(),
    },
  ]);
});

test('anybody may report, and long or odd reports are cut', async () => {
  const portal = await testPortal();
  await portal
    .browser()
    .post('/utils/logger', { level: 'catastrophe', message: '-'.repeat(20_000), stack: '='.repeat(100_000) });
  const [row] = await kept(portal);
  expect(row).toMatchObject({ level: 'error', cognitoId: null, endpoint: null });
  expect([row!.message.length, row!.stack!.length]).toEqual([1000, 4000]);
});

test('reports of one address are limited', async () => {
  const portal = await testPortal();
  const browser = portal.browser();
  for (let i = 0; i < 60; i++) await browser.post('/utils/logger', { message: 'again' });
  expect((await browser.post('/utils/logger', { message: 'again' })).status).toBe(429);
  expect(await kept(portal)).toHaveLength(60);
});

test.each([
  ['client-errors', 600],
  ['client-errors-day', 10_000],
])('once %s has counted %i, further reports are dropped and answered as before', async (key, used) => {
  const portal = await testPortal();
  const endsAt = new Date(portal.clock.now().getTime() + 30_000);
  await portal.database.global
    .insertInto('rateWindow')
    .values({ key, used: used - 1, endsAt })
    .execute();
  for (const message of ['last', 'dropped'])
    expect((await portal.browser().post('/utils/logger', { message })).body).toEqual({ success: true });
  expect((await kept(portal)).map(({ message }) => message)).toEqual(['last']);
});

test('old reports, sessions and links are swept', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn('ada@acme-widgets.com');
  await ada.post('/utils/logger', { message: 'old' });
  await ada.post('/accounts/sendResetPasswordMagicLink', { email: 'ada@acme-widgets.com' });
  await portal.runJobs();
  portal.clock.advance(31 * 86_400);
  await ada.post('/utils/logger', { message: 'new' });
  await applyRetention(portal.base);
  expect((await kept(portal)).map((row) => row.message)).toEqual(['new']);
  expect(await portal.database.global.selectFrom('appSession').selectAll().execute()).toEqual([]);
  expect(await portal.database.global.selectFrom('passwordResetLink').selectAll().execute()).toEqual([]);
});
