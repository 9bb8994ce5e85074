import { expect, test } from 'vitest';
import { testPortal } from '#app/testing.ts';

test('a look at the headers of a call does not carry it out', async () => {
  const { app, queued, identity } = await testPortal();
  await identity.handle(
    'SignUp',
    {
      ClientId: identity.clientId,
      Username: 'ada@acme-widgets.com',
      Password: 'Correct-horse-7',
      UserAttributes: [{ Name: 'email', Value: 'ada@acme-widgets.com' }],
    },
    { ip: '203.0.113.7' },
  );
  queued.length = 0;
  for (const url of [
    '/api/accounts/inviteLinkLookup?email=ada%40acme-widgets.com',
    '/api/accounts/confirmSignup?username=ada%40acme-widgets.com&code=1',
  ]) {
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
  }
  expect(queued).toEqual([]);
});

test.each(['a\u0000b', '\u0000', 'a\ud800b'])('text that the database cannot hold is refused, naming its field: %j', async (text) => {
  const { member } = await testPortal();
  const ada = await member();
  for (const [path, body, field] of [
    ['/accounts/sendResetPasswordMagicLink', { email: 'ada@acme-widgets.com', subscriptionId: text }, 'subscriptionId'],
    ['/accounts/checkResetPasswordMagicLink', { linkId: text }, 'linkId'],
  ] as const) {
    const answer = await ada.post(path, body);
    expect([path, answer.status, answer.body.error?.fields?.[0]?.field]).toEqual([path, 400, field]);
  }
  const answer = await ada.get(`/plans/isValidSubscriptionId/${encodeURIComponent(text.toWellFormed())}`);
  expect(answer.status).toBeLessThan(500);
  // names and reports are cleaned instead
  expect((await ada.post('/accounts/invite_user', { email: 'bo@acme-widgets.com', firstName: text })).status).toBe(200);
  expect((await ada.post('/utils/logger', { message: text })).status).toBe(200);
});

test.each([
  ['lists', '{"a":', '[', ']', '}'],
  ['objects', '{"a":', '{"a":', '}', '}'],
])('a body of %s nested forty thousand deep is answered like any other', async (_what, begin, open, close, end) => {
  const { browser } = await testPortal();
  const depth = 40_000;
  // the one call whose body may hold anything
  const answer = await browser().send(
    'POST',
    '/api/billing/webhook',
    begin + open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth) + end,
    {
      'content-type': 'application/json',
    },
  );
  expect([answer.statusCode, JSON.parse(answer.body).error.code]).toEqual([401, 'not-from-provider']);
});

test('the limit of a public call counts one IPv6 customer once, whatever address they choose', async () => {
  const portal = await testPortal();
  const answers = [];
  for (let i = 0; i < 12; i++)
    answers.push(
      await portal
        .browser({ ip: `2001:db8:1:2::${i + 1}` })
        .post('/accounts/sendResetPasswordMagicLink', { email: `p${i}@acme-widgets.com` }),
    );
  expect(answers.map(({ status }) => status).slice(9)).toEqual([200, 429, 429]);
});
