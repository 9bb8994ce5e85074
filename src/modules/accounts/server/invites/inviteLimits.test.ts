import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { administrator } from '../testing/accounts.ts';
import { bo, withInvite } from '../testing/invites.ts';

test('an organisation sends so many invitations a day and no more', async () => {
  const { ada } = await withInvite();
  for (let i = 1; i < 30; i++) {
    expect((await ada.post('/accounts/invite_user', { email: `p${i}@acme-widgets.com` })).status).toBe(200);
  }
  const { status, body } = await ada.post('/accounts/invite_user', { email: 'p30@acme-widgets.com' });
  expect([status, body.error.code]).toEqual([429, 'too-many-invites']);
});

test('an organisation mails one address five invitations a day and no more, however it asks', async () => {
  const { portal, ada } = await withInvite();
  const idOf = async (email: string): Promise<string> =>
    (await ada.get('/profile/getUserInviteList')).body.data.find(
      (invite: { email: string }) => invite.email === email,
    ).linkId;
  const asked = [
    await ada.post('/accounts/invite_user', { email: 'BO@acme-widgets.com' }),
    await ada.post('/profile/resendUserInvite', { linkId: await idOf(bo) }),
    await ada.post('/accounts/invite_user', { email: bo }),
    await ada.post('/profile/resendUserInvite', { linkId: await idOf(bo) }),
    await ada.post('/accounts/invite_user', { email: 'cy@acme-widgets.com' }),
  ];
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  const more = [
    await ada.post('/accounts/invite_user', { email: bo }),
    await ada.post('/profile/resendUserInvite', { linkId: await idOf(bo) }),
    await ada.post('/profile/editUserInvite', { linkId: await idOf('cy@acme-widgets.com'), email: bo }),
  ];
  expect(more.map(({ status, body }) => [status, body.error?.code])).toEqual(
    more.map(() => [429, 'too-many-invites']),
  );
  await portal.runJobs();
  expect(await portal.mailbox.list({ to: bo })).toHaveLength(5);
  const elsewhere = await administrator(portal, 'dana@elsewhere.com', 'Elsewhere');
  expect((await elsewhere.post('/accounts/invite_user', { email: bo })).status).toBe(200);
});

test('whoever was removed a moment ago invites nobody, also where their session is still remembered', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, 'ada@acme-widgets.com');
  const invite = (email: string) => ada.post('/accounts/invite_user', { email });
  await invite('bo@acme-widgets.com');
  const listed = (await ada.get('/profile/getUserInviteList')).body.data;
  await portal.database.inOrg(ada.orgId, (db) =>
    db.deleteFrom('admin').where('cognitoId', '=', ada.cognitoId).execute(),
  );
  for (const answer of [
    await invite('mallory@example.com'),
    await ada.post('/profile/editUserInvite', { linkId: listed[0].linkId, email: 'mallory@example.com' }),
    await ada.post('/profile/resendUserInvite', { linkId: listed[0].linkId }),
  ])
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'unauthenticated']);
  expect(
    (await ada.get('/profile/getUserInviteList')).body.data.map((one: { email: string }) => one.email),
  ).toEqual(['bo@acme-widgets.com']);
});
