import { expect, test } from 'vitest';
import { closeAs, daySeconds, openPlansWorld, poolTokens, tend } from '#app/testing/closing.ts';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';

const subjects = async (portal: TestPortal, to: string) => {
  await portal.runJobs();
  return (await portal.mailbox.list({ to })).map(({ subject }) => subject).toReversed();
};

async function twoAdministrators() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  expect(
    (
      await ada.post('/accounts/invite_user', {
        email: 'bo@acme-widgets.com',
        firstName: 'Bo',
        lastName: 'Lind',
      })
    ).status,
  ).toBe(200);
  await portal.runJobs();
  const [mail] = await portal.mailbox.list({ to: 'bo@acme-widgets.com' });
  const linkId = /invite-link\/([\w.~-]+)/.exec((await portal.mailbox.read(mail!.id))!.text)![1]!;
  const taken = await portal.browser().post('/accounts/inviteLink', { linkId, password: 'Correct-horse-7' });
  expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  return { portal, ada, bo: await portal.signIn('bo@acme-widgets.com') };
}

test('an administrator closes the account with its name and a password given for it; every administrator hears of it', async () => {
  const { portal, ada, bo } = await twoAdministrators();
  expect((await ada.get('/organization/closing')).body.data).toMatchObject({
    closing: null,
    administrators: 2,
    planName: null,
  });
  const closed = await closeAs(portal, ada, '  acme widgets INC. ');
  expect([closed.status, closed.body.data]).toEqual([
    200,
    {
      begunAt: '2026-03-02T17:00:00.000Z',
      dueAt: '2026-03-16T17:00:00.000Z',
      begunBy: 'Ada Vance',
      byStaff: false,
      reason: '',
    },
  ]);
  expect((await bo.get('/organization/closing')).body.data.closing).toEqual(closed.body.data);
  expect((await bo.post('/profile/profileCheck', { cognitoId: bo.cognitoId })).body.closing).toEqual({
    dueAt: '2026-03-16T17:00:00.000Z',
  });
  for (const to of [ada.email, bo.email])
    expect(await subjects(portal, to)).toContain('Your Cyber Safety account closes on March 16, 2026');
  expect(JSON.stringify((await ada.get('/audit/entries')).body.data)).toContain(
    'Closed the account; everything is erased on March 16, 2026',
  );
});

test('another name, tokens of the session or of an old sign-in, and a second closing are refused and change nothing', async () => {
  const { portal, ada, bo } = await twoAdministrators();
  expect(await closeAs(portal, ada, 'Acme')).toMatchObject({
    status: 409,
    body: { error: { code: 'wrong-company-name' } },
  });
  const foreign = await ada.post('/organization/close', {
    companyName: 'Acme Widgets Inc.',
    ...(await poolTokens(portal, bo.email)),
  });
  expect(foreign).toMatchObject({ status: 403, body: { error: { code: 'invalid-token' } } });
  const old = await poolTokens(portal, ada.email);
  portal.clock.advance(601);
  expect(
    (await ada.post('/organization/close', { companyName: 'Acme Widgets Inc.', ...old })).body.error.code,
  ).toBe('invalid-token');
  expect((await ada.get('/organization/closing')).body.data.closing).toBe(null);
  expect((await closeAs(portal, ada)).status).toBe(200);
  expect(await closeAs(portal, bo)).toMatchObject({
    status: 409,
    body: { error: { code: 'already-closing' } },
  });
});

test('of two administrators who close at the same moment one begins it', async () => {
  const { portal, ada, bo } = await twoAdministrators();
  const answers = await Promise.all([closeAs(portal, ada), closeAs(portal, bo)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('any administrator takes it back within fourteen days; nothing is erased then, and it can be closed again', async () => {
  const { portal, ada, bo } = await twoAdministrators();
  await closeAs(portal, ada);
  portal.clock.advance(13.9 * daySeconds);
  const back = await portal.signIn(bo.email);
  expect((await back.post('/organization/keep')).status).toBe(200);
  expect(await back.post('/organization/keep')).toMatchObject({
    status: 409,
    body: { error: { code: 'not-closing' } },
  });
  expect(await subjects(portal, ada.email)).toContain('Your Cyber Safety account stays open');
  portal.clock.advance(2 * daySeconds);
  await tend(portal);
  const later = await portal.signIn(ada.email);
  expect((await later.get('/organization/closing')).body.data).toMatchObject({
    closing: null,
    administrators: 2,
  });
  expect((await closeAs(portal, later)).body.data.dueAt).toBe('2026-04-01T14:36:00.000Z');
});

test('administrators are reminded once, three days before the end', async () => {
  const { portal, ada } = await twoAdministrators();
  await closeAs(portal, ada);
  portal.clock.advance(10.9 * daySeconds);
  await tend(portal);
  const reminder = 'Reminder: your Cyber Safety account is erased on March 16, 2026';
  expect(await subjects(portal, ada.email)).not.toContain(reminder);
  portal.clock.advance(0.2 * daySeconds);
  await tend(portal);
  await tend(portal);
  expect((await subjects(portal, ada.email)).filter((subject) => subject === reminder)).toHaveLength(1);
});

test('staff who act as an administrator neither close nor keep the account', async () => {
  const { portal, ada } = await twoAdministrators();
  const tokens = await poolTokens(portal, ada.email);
  const helper = await portal.support(ada);
  for (const [path, body] of [
    ['/organization/close', { companyName: 'Acme Widgets Inc.', ...tokens }],
    ['/organization/keep', {}],
  ] as const)
    expect(await helper.post(path, body)).toMatchObject({
      status: 403,
      body: { error: { code: 'not-in-support-session' } },
    });
});

test('closing ends the paid plan at the provider, once, and keeping the account resumes it', async () => {
  const { portal, ada, billing, buy, mails } = await openPlansWorld();
  const { subscription } = await buy('plus');
  await portal.runJobs();
  expect((await ada.get('/organization/closing')).body.data.planName).toBe('Plus');
  await closeAs(portal, ada);
  await portal.runJobs();
  expect((await billing.findSubscription(subscription.id))!.status).toBe('ending');
  expect((await mails()).join()).not.toContain('Your Plus plan ends');
  expect((await ada.post('/organization/keep')).status).toBe(200);
  await portal.runJobs();
  expect((await billing.findSubscription(subscription.id))!.status).toBe('active');
});

test('a plan that was cancelled before the account was closed stays cancelled when the account is kept', async () => {
  const { portal, ada, billing, buy } = await openPlansWorld();
  const { subscription } = await buy('plus');
  await portal.runJobs();
  expect((await ada.post('/plans/cancelSubscription')).status).toBe(200);
  await closeAs(portal, ada);
  await portal.runJobs();
  await ada.post('/organization/keep');
  await portal.runJobs();
  expect((await billing.findSubscription(subscription.id))!.status).toBe('ending');
});
