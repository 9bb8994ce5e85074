import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { IdentityError } from '#providers/identity/port.ts';
import {
  administrator,
  goodPassword,
  newestMail,
  organize,
  signUp,
  tokensOf,
  type Portal,
} from '../testing/accounts.ts';
import { bo, request, linkIn, read, accept, withInvite } from '../testing/invites.ts';

test('an invited person sets a password, joins the organisation and administers it', async () => {
  const { portal, ada, linkId } = await withInvite();
  const mail = (await newestMail(portal, bo))!;
  expect(mail.subject).toBe('You are invited to administer an organization on Cyber Safety');
  expect(mail.text).toContain('Ada Vance at “Acme Widgets Inc.” asked you to help manage');
  expect((await read(portal, linkId)).body.data).toEqual({
    linkId,
    createdFor: { firstName: 'Bo', lastName: 'Lind', email: bo },
    companyName: 'Acme Widgets Inc.',
    status: 'sent',
    expirationDate: '2026-03-09T17:00:00.000Z',
    subscriptionId: 'START',
  });
  expect((await accept(portal, linkId)).body).toEqual({
    success: true,
    data: { email: bo, subscriptionId: 'START' },
  });
  const joined = await portal.signIn(bo);
  expect((await joined.post('/accounts/check')).body).toMatchObject({ authenticated: true, newUser: false });
  const admins = await portal.database.inOrg(ada.orgId, (db) =>
    db
      .selectFrom('admin')
      .select(['email', 'firstName', 'lastName', 'jobTitle', 'cognitoId'])
      .orderBy('email')
      .execute(),
  );
  expect(admins[1]).toEqual({
    email: bo,
    firstName: 'Bo',
    lastName: 'Lind',
    jobTitle: 'IT lead',
    cognitoId: joined.cognitoId,
  });
  const { rows } = await portal.database.inOrg(ada.orgId, (db) =>
    sql<{
      actorId: string;
    }>`select actor_id from audit_entry where act = 'insert' and subject = 'admin' and subject_name = ${bo}`.execute(
      db,
    ),
  );
  expect(rows).toEqual([{ actorId: joined.cognitoId }]);
});

test('a used invitation says so and cannot be used again', async () => {
  const { portal, linkId } = await withInvite();
  await accept(portal, linkId);
  expect((await read(portal, linkId)).body.data).toMatchObject({ status: 'used', createdFor: { email: bo } });
  const again = await accept(portal, linkId, 'Another-Horse-8');
  expect([again.status, again.body.error.code]).toEqual([409, 'link-used']);
  await expect(tokensOf(portal, bo)).resolves.toBeDefined();
});

test('of two that accept at once, one joins', async () => {
  const { portal, ada, linkId } = await withInvite();
  const answers = await Promise.all([accept(portal, linkId), accept(portal, linkId)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const admins = await portal.database.inOrg(ada.orgId, (db) =>
    db.selectFrom('admin').select('email').execute(),
  );
  expect(admins).toHaveLength(2);
});

test.each(['nobody', 'an account without an organisation'])(
  'of two that accept at once, the password of the one that joins counts: %s',
  async (who) => {
    const { portal, linkId } = await withInvite();
    if (who !== 'nobody') await portal.identity.createUser({ email: bo, password: 'Older-Horse-1' });
    const passwords = ['One-Horse-1', 'Two-Horse-2', 'Three-Horse-3'];
    const answers = await Promise.all(passwords.map((password) => accept(portal, linkId, password)));
    const works = await Promise.all(
      passwords.map((password) =>
        tokensOf(portal, bo, password).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(answers.map(({ status }) => status === 200)).toEqual(works);
    expect(works.filter(Boolean)).toHaveLength(1);
  },
);

test('an invitation whose password could not be set works again', async () => {
  const { portal, ada, linkId } = await withInvite();
  await portal.identity.createUser({ email: bo, password: goodPassword });
  const { setPassword } = portal.identity;
  portal.identity.setPassword = async () => {
    throw new IdentityError('unavailable', 'away');
  };
  const failed = await accept(portal, linkId);
  expect([failed.status, failed.body.error.code]).toEqual([503, 'identity-unavailable']);
  expect(
    await portal.database.inOrg(ada.orgId, (db) => db.selectFrom('admin').select('email').execute()),
  ).toHaveLength(1);
  portal.identity.setPassword = setPassword;
  expect((await accept(portal, linkId)).status).toBe(200);
});

test.each([
  ['unknown', async () => 'x'.repeat(43)],
  ['no link at all', async () => '../../x'],
  ['expired', async (portal: Portal, linkId: string) => (portal.clock.advance(7 * 86_400), linkId)],
  [
    'cancelled',
    async (portal: Portal, linkId: string, orgId: string) => {
      await portal.database.inOrg(orgId, (db) =>
        db.updateTable('adminInvite').set({ status: 'canceled' }).execute(),
      );
      return linkId;
    },
  ],
])('an invitation that is %s is answered like one that never was', async (_what, spoil) => {
  const { portal, ada, linkId } = await withInvite();
  const spoiled = await spoil(portal, linkId, ada.orgId);
  const fetched = await read(portal, spoiled);
  expect([fetched.status, fetched.body.error.code]).toEqual([404, 'link-invalid']);
  expect((await accept(portal, spoiled)).status).toBeGreaterThanOrEqual(400);
  expect(await portal.identity.findUser(bo)).toBeNull();
});

test('a weak password is refused and costs the invitation nothing', async () => {
  const { portal, linkId } = await withInvite();
  expect((await accept(portal, linkId, 'weak')).body.error.code).toBe('weak-password');
  expect((await accept(portal, linkId)).status).toBe(200);
});

test('inviting an address again replaces its link', async () => {
  const { portal, ada, linkId } = await withInvite();
  portal.clock.advance(60);
  await ada.post('/accounts/invite_user', request);
  const second = await linkIn(portal, bo);
  expect(second).not.toBe(linkId);
  expect((await read(portal, linkId)).status).toBe(404);
  expect((await read(portal, second)).body.data.status).toBe('sent');
});

test('who signed up alone and was then invited joins with the new password', async () => {
  const { portal, ada, linkId } = await withInvite();
  await signUp(portal, bo);
  const before = await portal.identity.findUser(bo);
  expect((await accept(portal, linkId, 'Another-Horse-8')).status).toBe(200);
  await expect(tokensOf(portal, bo, 'Another-Horse-8')).resolves.toBeDefined();
  const admins = await portal.database.inOrg(ada.orgId, (db) =>
    db.selectFrom('admin').select('cognitoId').execute(),
  );
  expect(admins.map((admin) => admin.cognitoId)).toContain(before!.cognitoId);
});

test('who administers another organisation is told so, and nothing of theirs changes', async () => {
  const { portal, linkId } = await withInvite();
  const person = await portal.identity.createUser({ email: bo, password: goodPassword });
  await organize(portal, person, 'Other Ltd.');
  expect((await read(portal, linkId)).body.data.status).toBe('userExists');
  expect((await accept(portal, linkId, 'Another-Horse-8')).body.error.code).toBe('user-exists');
  await expect(tokensOf(portal, bo)).resolves.toBeDefined();
});

test('an administrator is not invited again', async () => {
  const { portal, ada } = await withInvite();
  const { status, body } = await ada.post('/accounts/invite_user', { email: 'ADA@acme-widgets.com' });
  expect([status, body.error.code]).toEqual([409, 'already-admin']);
  expect(await portal.queued()).toEqual([]);
});

test('whether an address belongs to another organisation does not show when it is invited', async () => {
  const { portal, ada } = await withInvite();
  await administrator(portal, 'cy@elsewhere.com', 'Elsewhere');
  expect((await ada.post('/accounts/invite_user', { email: 'cy@elsewhere.com' })).body).toEqual({
    success: true,
  });
});

test('inviting needs a session and an organisation', async () => {
  const portal = await testPortal();
  expect((await portal.browser().post('/accounts/invite_user', { email: bo })).body.error.code).toBe(
    'unauthenticated',
  );
  expect(
    (await (await portal.signIn('new@acme-widgets.com')).post('/accounts/invite_user', { email: bo })).body
      .error.code,
  ).toBe('no-organization');
});

test('names are quoted in the mail, not obeyed', async () => {
  const portal = await testPortal();
  const ada = await administrator(
    portal,
    'ada@acme-widgets.com',
    'Win $100 at evil.example/prize <b>now</b>',
  );
  await ada.post('/accounts/invite_user', { ...request, firstName: 'http://evil.example' });
  const mail = (await newestMail(portal, bo))!;
  expect(mail.html).not.toContain('<b>now</b>');
  expect(mail.html).not.toMatch(/evil\.example/);
  expect(mail.text).not.toMatch(/evil\.example/);
});

test('a lost invitation is mailed again with the same link, at most once an hour, and the answer tells nothing', async () => {
  const { portal, linkId } = await withInvite();
  const look = (email: string) =>
    portal.browser().get(`/accounts/inviteLinkLookup?email=${encodeURIComponent(email)}`);
  const [known, unknown] = [await look(bo), await look('nobody@example.com')];
  expect(known.body).toEqual({ success: true });
  expect(unknown.body).toEqual(known.body);
  portal.clock.advance(5);
  expect(await linkIn(portal, bo)).toBe(linkId);
  expect(await portal.mailbox.list({ to: bo })).toHaveLength(2);
  await look(bo);
  await portal.runJobs();
  expect(await portal.mailbox.list({ to: bo })).toHaveLength(2);
  expect(await newestMail(portal, 'nobody@example.com')).toBeNull();
});

test('an invitation that was used or has expired is not mailed again', async () => {
  const { portal, linkId } = await withInvite();
  await accept(portal, linkId);
  await portal.browser().get(`/accounts/inviteLinkLookup?email=${bo}`);
  await portal.runJobs();
  expect(await portal.mailbox.list({ to: bo })).toHaveLength(1);
});

test('nothing in the database opens an invitation', async () => {
  const { portal, ada, linkId } = await withInvite();
  const rows = await portal.database.inOrg(ada.orgId, (db) =>
    db.selectFrom('adminInvite').selectAll().execute(),
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(linkId);
});
