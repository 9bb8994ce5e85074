import { expect, test } from 'vitest';
import { shownDay } from '#platform/dates.ts';
import { testPortal } from '#app/testing/portal.ts';
import type { ListedInvite } from '../../contract.ts';
import { administrator, goodPassword, linkOf, newestMail, type Portal } from '../testing/accounts.ts';

const bo = 'bo@acme-widgets.com';
const week = 7 * 86_400;

type Admin = Awaited<ReturnType<typeof administrator>>;
const linkIn = async (portal: Portal, to: string) =>
  linkOf((await newestMail(portal, to))!, '/invite-link/').split('/')[2]!;
const list = async (ada: Admin): Promise<ListedInvite[]> =>
  (await ada.get('/profile/getUserInviteList')).body.data;
const opens = async (portal: Portal, linkId: string) =>
  (await portal.browser().get(`/accounts/inviteLink?linkId=${encodeURIComponent(linkId)}`)).status === 200;
const accept = (portal: Portal, linkId: string) =>
  portal.browser().post('/accounts/inviteLink', { linkId, password: goodPassword });
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];
const details = { email: bo, firstName: 'Bo', lastName: 'Lind', jobTitle: 'IT lead' };

async function withInvite() {
  const portal = await testPortal();
  const ada = await administrator(portal, 'ada@acme-widgets.com');
  await ada.post('/accounts/invite_user', details);
  const link = await linkIn(portal, bo);
  // mails of one second have no order
  portal.clock.advance(5);
  return { portal, ada, link, id: (await list(ada))[0]!.linkId };
}
/** Signing in lasts for minutes, an invitation for days. */
const afterAWeek = async (portal: Portal) => {
  portal.clock.advance(week);
  return { ...(await portal.signIn('ada@acme-widgets.com')) } as Admin;
};

test('a listed invitation says whom, by whom and until when, and holds nothing that opens it', async () => {
  const { ada, link, id } = await withInvite();
  const invites = await list(ada);
  expect(invites).toEqual([
    {
      linkId: id,
      ...details,
      status: 'sent',
      invitedBy: 'Ada Vance',
      sentAt: '2026-03-02T17:00:00.000Z',
      expirationDate: '2026-03-09T17:00:00.000Z',
    },
  ]);
  expect(JSON.stringify(invites)).not.toContain(link);
});

test('the list and the email of an invitation name the same last day, near midnight too', async () => {
  const portal = await testPortal({ start: '2026-03-03T04:30:00Z' });
  const ada = await portal.member();
  await ada.post('/accounts/invite_user', details);
  const [invite] = await list(ada as never);
  const mail = (await newestMail(portal, bo))!;
  // Mar 10 in UTC, still Mar 9 in Pacific time
  expect(invite!.expirationDate).toBe('2026-03-10T04:30:00.000Z');
  expect(shownDay(invite!.expirationDate)).toBe('Mar 9, 2026');
  expect(mail.text.replace(/\s+/g, ' ')).toContain('The link works once, until Mar 9, 2026.');
});

test('an id from the list opens no invitation', async () => {
  const { portal, id } = await withInvite();
  expect(await opens(portal, id)).toBe(false);
  expect((await accept(portal, id)).status).toBe(400);
});

test('other names change what the invited person reads, under the same link', async () => {
  const { portal, ada, link, id } = await withInvite();
  expect(
    (await ada.post('/profile/editUserInvite', { ...details, linkId: id, firstName: 'Boris' })).body,
  ).toEqual({ success: true });
  expect(
    (await portal.browser().get(`/accounts/inviteLink?linkId=${link}`)).body.data.createdFor.firstName,
  ).toBe('Boris');
  expect(await portal.queued()).toEqual([]);
});

test('another address gets a link of its own, and the old link opens nothing any more', async () => {
  const { portal, ada, link, id } = await withInvite();
  const cy = 'cy@acme-widgets.com';
  expect(
    (await ada.post('/profile/editUserInvite', { ...details, linkId: id, email: ` ${cy.toUpperCase()}` }))
      .status,
  ).toBe(200);
  const fresh = await linkIn(portal, cy);
  expect([await opens(portal, link), await opens(portal, fresh)]).toEqual([false, true]);
  expect(codeOf(await accept(portal, link))).toEqual([404, 'link-invalid']);
  expect((await accept(portal, fresh)).body.data.email).toBe(cy);
  expect(await portal.identity.findUser(bo)).toBeNull();
});

test('the old link never joins while its invitation moves to another address', async () => {
  const { portal, ada, link, id } = await withInvite();
  const [moved, joined] = await Promise.all([
    ada.post('/profile/editUserInvite', { ...details, linkId: id, email: 'cy@acme-widgets.com' }),
    accept(portal, link),
  ]);
  expect([moved.status, joined.status].filter((status) => status === 200)).toHaveLength(1);
});

test('an invitation is not moved to somebody who administers the organisation already', async () => {
  const { portal, ada, link, id } = await withInvite();
  const refused = await ada.post('/profile/editUserInvite', {
    ...details,
    linkId: id,
    email: 'ada@acme-widgets.com',
  });
  expect(codeOf(refused)).toEqual([409, 'already-admin']);
  expect(await opens(portal, link)).toBe(true);
  expect((await list(ada))[0]!.email).toBe(bo);
});

test('of one address one invitation waits, also when another moves to it', async () => {
  const { portal, ada, link, id } = await withInvite();
  await ada.post('/accounts/invite_user', { email: 'cy@acme-widgets.com' });
  const other = await linkIn(portal, 'cy@acme-widgets.com');
  portal.clock.advance(5);
  await ada.post('/profile/editUserInvite', { ...details, linkId: id, email: 'cy@acme-widgets.com' });
  expect([await opens(portal, link), await opens(portal, other)]).toEqual([false, false]);
  expect(await opens(portal, await linkIn(portal, 'cy@acme-widgets.com'))).toBe(true);
});

test('sending again mails the same link while it waits, for another seven days', async () => {
  const { portal, ada, link, id } = await withInvite();
  expect((await ada.post('/profile/resendUserInvite', { linkId: id })).body).toEqual({ success: true });
  expect(await linkIn(portal, bo)).toBe(link);
  expect((await list(ada))[0]!.expirationDate).toBe('2026-03-09T17:00:05.000Z');
});

test('an expired invitation is shown so; sent again it has a new link, and the old mail opens nothing', async () => {
  const { portal, link, id } = await withInvite();
  const ada = await afterAWeek(portal);
  expect((await list(ada)).map((invite) => invite.status)).toEqual(['expired']);
  await ada.post('/profile/resendUserInvite', { linkId: id });
  const fresh = await linkIn(portal, bo);
  expect([await opens(portal, link), await opens(portal, fresh)]).toEqual([false, true]);
  expect((await list(ada)).map((invite) => invite.status)).toEqual(['sent']);
});

test('cancelling ends the link at once, twice is no fault, and inviting again gives a new one', async () => {
  const { portal, ada, link, id } = await withInvite();
  for (const _ of [1, 2])
    expect((await ada.post('/profile/deleteUserInvite', { linkId: id })).body).toEqual({ success: true });
  expect(await opens(portal, link)).toBe(false);
  expect((await list(ada)).map((invite) => invite.status)).toEqual(['canceled']);
  expect(codeOf(await ada.post('/profile/editUserInvite', { ...details, linkId: id }))).toEqual([
    409,
    'invite-ended',
  ]);
  await ada.post('/profile/resendUserInvite', { linkId: id });
  const fresh = await linkIn(portal, bo);
  expect([await opens(portal, link), await opens(portal, fresh)]).toEqual([false, true]);
});

test('an invitation leaves the list once it has ended, and not before', async () => {
  const { ada, id } = await withInvite();
  expect(codeOf(await ada.post('/profile/removeUserInvite', { linkId: id }))).toEqual([409, 'invite-open']);
  await ada.post('/profile/deleteUserInvite', { linkId: id });
  expect((await ada.post('/profile/removeUserInvite', { linkId: id })).body).toEqual({ success: true });
  expect(await list(ada)).toEqual([]);
  expect(codeOf(await ada.post('/profile/removeUserInvite', { linkId: id }))).toEqual([
    404,
    'no-such-invite',
  ]);
});

test('one that was replaced is not listed beside its successor, nor comes back when that is removed', async () => {
  const { portal, ada } = await withInvite();
  portal.clock.advance(60);
  await ada.post('/accounts/invite_user', details);
  const [only, ...more] = await list(ada);
  expect(more).toEqual([]);
  await ada.post('/profile/deleteUserInvite', { linkId: only!.linkId });
  await ada.post('/profile/removeUserInvite', { linkId: only!.linkId });
  expect(await list(ada)).toEqual([]);
});

test('an accepted invitation is no longer on the list and cannot be edited, sent or cancelled', async () => {
  const { portal, ada, link, id } = await withInvite();
  expect((await accept(portal, link)).status).toBe(200);
  expect(await list(ada)).toEqual([]);
  expect(codeOf(await ada.post('/profile/editUserInvite', { ...details, linkId: id }))).toEqual([
    409,
    'invite-ended',
  ]);
  expect(codeOf(await ada.post('/profile/deleteUserInvite', { linkId: id }))).toEqual([409, 'invite-ended']);
  expect((await ada.post('/profile/resendUserInvite', { linkId: id })).status).toBe(409);
});

test.each(['x', '', "' or 1=1 --", '00000000-0000-4000-8000-000000000000', '*'.repeat(100)])(
  '%j is the id of no invitation',
  async (linkId) => {
    const { ada } = await withInvite();
    for (const call of ['editUserInvite', 'resendUserInvite', 'deleteUserInvite', 'removeUserInvite'])
      expect(codeOf(await ada.post(`/profile/${call}`, { ...details, linkId })), call).toEqual([
        404,
        'no-such-invite',
      ]);
  },
);

test('sending again counts as an invitation, so that nobody is flooded with mails', async () => {
  const { ada, id } = await withInvite();
  for (let sent = 1; sent < 5; sent++)
    expect((await ada.post('/profile/resendUserInvite', { linkId: id })).status).toBe(200);
  expect(codeOf(await ada.post('/profile/resendUserInvite', { linkId: id }))).toEqual([
    429,
    'too-many-invites',
  ]);
});
