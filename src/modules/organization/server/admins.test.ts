import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { createSession, endSessionsOf } from '#platform/server/session.ts';

type Member = Awaited<ReturnType<TestPortal['member']>>;
const bo = 'bo@acme-widgets.com';

/** The secret of the newest invitation that was mailed to an address. */
async function linkTo(portal: TestPortal, to: string): Promise<string> {
  await portal.runJobs();
  const [newest] = await portal.mailbox.list({ to });
  const mail = await portal.mailbox.read(newest!.id);
  return /\/invite-link\/([\w-]+)/.exec(mail!.text)![1]!;
}

/** Invites somebody, who accepts and signs in. */
async function join(
  portal: TestPortal,
  inviter: Pick<Member, 'post'>,
  email: string,
  password = 'Correct-horse-7',
) {
  // mails of one second have no order
  portal.clock.advance(5);
  expect(
    (await inviter.post('/accounts/invite_user', { email, firstName: 'Bo', lastName: 'Lind' })).status,
  ).toBe(200);
  const linkId = await linkTo(portal, email);
  expect((await portal.browser().post('/accounts/inviteLink', { linkId, password })).status).toBe(200);
  return portal.signIn(email);
}

async function twoAdmins() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  portal.clock.advance(55);
  const second = await join(portal, ada, bo);
  return { portal, ada, second };
}

const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];
const emails = async (person: Pick<Member, 'get'>) =>
  (await person.get('/profile/getUserList')).body.data.map((admin: { email: string }) => admin.email);

test('administrators are listed with who they are and since when, in the order in which they joined', async () => {
  const { ada, second } = await twoAdmins();
  expect((await ada.get('/profile/getUserList')).body).toEqual({
    success: true,
    data: [
      {
        cognitoId: ada.cognitoId,
        orgId: ada.orgId,
        email: 'ada@acme-widgets.com',
        firstName: 'Ada',
        lastName: 'Vance',
        jobTitle: 'Office manager',
        addedAt: '2026-03-02T17:00:00.000Z',
        hasSecondFactor: false,
      },
      {
        cognitoId: second.cognitoId,
        orgId: ada.orgId,
        email: bo,
        firstName: 'Bo',
        lastName: 'Lind',
        jobTitle: '',
        addedAt: '2026-03-02T17:01:00.000Z',
        hasSecondFactor: false,
      },
    ],
  });
});

test('any administrator changes the details of any other, and of nobody outside', async () => {
  const { portal, ada, second } = await twoAdmins();
  const changed = await second.post('/profile/editUser', {
    cognitoId: ada.cognitoId,
    userProfile: { jobTitle: 'CEO' },
  });
  expect(changed.body.data).toMatchObject({ firstName: 'Ada', jobTitle: 'CEO' });
  const stranger = await portal.member('eve@elsewhere.com', 'Elsewhere');
  const refused = await second.post('/profile/editUser', {
    cognitoId: stranger.cognitoId,
    userProfile: { jobTitle: 'Fool' },
  });
  expect(codeOf(refused)).toEqual([404, 'no-such-person']);
});

describe('removing an administrator', () => {
  test('ends every session of theirs at once, and their tokens at the user pool', async () => {
    const { portal, ada, second } = await twoAdmins();
    const elsewhere = await portal.signIn(bo, portal.browser());
    const before = (
      await portal.database.global
        .selectFrom('appSession')
        .selectAll()
        .where('cognitoId', '=', second.cognitoId)
        .execute()
    ).length;
    expect(before).toBe(2);
    expect((await ada.post('/profile/removeUser', { cognitoId: second.cognitoId })).body).toEqual({
      success: true,
    });
    for (const browser of [second, elsewhere])
      expect(codeOf(await browser.get('/profile/getUserList'))).toEqual([401, 'unauthenticated']);
    expect(await emails(ada)).toEqual(['ada@acme-widgets.com']);
    const ended: string[] = [];
    const { signOutEverywhere } = portal.identity;
    portal.identity.signOutEverywhere = async (cognitoId) => {
      ended.push(cognitoId);
      await signOutEverywhere(cognitoId);
    };
    await portal.runJobs();
    expect(ended).toEqual([second.cognitoId]);
  });

  test('leaves them a person without organisation, who may set up one of their own', async () => {
    const { portal, ada, second } = await twoAdmins();
    await ada.post('/profile/removeUser', { cognitoId: second.cognitoId });
    await portal.runJobs();
    const again = await portal.signIn(bo);
    expect((await again.post('/accounts/check')).body).toMatchObject({ authenticated: true, newUser: true });
    expect((await again.post('/profile/profileCheck', { cognitoId: again.cognitoId })).body).toMatchObject({
      orgId: null,
      companyData: null,
    });
    expect(codeOf(await again.get('/profile/getUserList'))).toEqual([403, 'no-organization']);
    expect(codeOf(await again.get('/audit/entries'))).toEqual([403, 'no-organization']);
  });

  test('is not possible for oneself, nor for somebody who is not there', async () => {
    const { ada, second } = await twoAdmins();
    expect(codeOf(await ada.post('/profile/removeUser', { cognitoId: ada.cognitoId }))).toEqual([
      409,
      'own-account',
    ]);
    expect(codeOf(await ada.post('/profile/removeUser', { cognitoId: 'nobody' }))).toEqual([
      404,
      'no-such-person',
    ]);
    await ada.post('/profile/removeUser', { cognitoId: second.cognitoId });
    expect(codeOf(await ada.post('/profile/removeUser', { cognitoId: second.cognitoId }))).toEqual([
      404,
      'no-such-person',
    ]);
    expect(await emails(ada)).toHaveLength(1);
  });

  test('never takes the last one, neither by itself nor by staff', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    expect(codeOf(await ada.post('/profile/removeUser', { cognitoId: ada.cognitoId }))).toEqual([
      409,
      'own-account',
    ]);
    const staffId = '00000000-0000-4000-8000-000000000007';
    await portal.database.global
      .insertInto('staffMember')
      .values({
        id: staffId,
        cognitoId: 'sam',
        email: 'sam@support.example',
        name: 'Sam Support',
        addedAt: portal.clock.now(),
      })
      .execute();
    const { token } = await createSession(portal.database.global, portal.clock.now(), {
      cognitoId: 'gone',
      email: 'gone@acme-widgets.com',
      orgId: ada.orgId,
      newUser: false,
      staff: { id: staffId, name: 'Sam Support' },
      support: { staff: 'sam@support.example', reason: 'Asked for help', seconds: 3600 },
    });
    const staff = portal.browser();
    staff.cookies.set('session', token);
    expect(codeOf(await staff.post('/profile/removeUser', { cognitoId: ada.cognitoId }))).toEqual([
      403,
      'not-in-support-session',
    ]);
    expect(await emails(ada)).toHaveLength(1);
  });
});

describe('removing administrators at the same moment', () => {
  test('of two who remove each other at the same moment one stays', async () => {
    const { portal, ada, second } = await twoAdmins();
    const [first, other] = await Promise.all([
      ada.post('/profile/removeUser', { cognitoId: second.cognitoId }),
      second.post('/profile/removeUser', { cognitoId: ada.cognitoId }),
    ]);
    expect([first.status, other.status].toSorted()).toEqual([200, 401]);
    const left = await portal.database.inOrg(ada.orgId, (db) =>
      db.selectFrom('admin').select('email').execute(),
    );
    expect(left).toHaveLength(1);
  });

  test('of three who remove one another in a circle at the same moment at least one stays', async () => {
    const { portal, ada, second } = await twoAdmins();
    const third = await join(portal, ada, 'cy@acme-widgets.com');
    const circle = [ada, second, third];
    await Promise.all(
      circle.map((one, at) =>
        one.post('/profile/removeUser', { cognitoId: circle[(at + 1) % 3]!.cognitoId }),
      ),
    );
    const left = await portal.database.inOrg(ada.orgId, (db) =>
      db.selectFrom('admin').select('email').execute(),
    );
    expect(left.length).toBeGreaterThanOrEqual(1);
  });

  test('leaves no session behind that began at the same moment', async () => {
    const { portal, ada, second } = await twoAdmins();
    for (let round = 0; round < 4; round++) {
      const [begun] = await Promise.allSettled([
        portal.signIn(bo, portal.browser()),
        ada.post('/profile/removeUser', { cognitoId: second.cognitoId }),
      ]);
      const seen =
        begun.status === 'fulfilled' ? (await begun.value.get('/profile/getUserList')).status : 401;
      expect([401, 403]).toContain(seen);
      await portal.runJobs();
      await join(portal, ada, bo);
    }
  });

  test('tells the memory of the very server, which tells the others', async () => {
    const { portal, second } = await twoAdmins();
    const forgotten: string[] = [];
    const hashes = await portal.database.global
      .selectFrom('appSession')
      .select('tokenHash')
      .where('cognitoId', '=', second.cognitoId)
      .execute();
    await endSessionsOf(
      { global: portal.database.global, forget: (channel, key) => forgotten.push(`${channel} ${key}`) },
      second.cognitoId,
    );
    expect(forgotten).toEqual(hashes.map((row) => `app_session ${row.tokenHash}`));
  });

  test('is in the activity log, with who did it', async () => {
    const { ada, second } = await twoAdmins();
    await ada.post('/profile/removeUser', { cognitoId: second.cognitoId });
    expect((await ada.get('/audit/entries?limit=1')).body.data[0]).toMatchObject({
      what: `Removed administrator ${bo}`,
      who: { name: 'Ada Vance' },
    });
  });
});

describe('somebody who was removed and is invited again', () => {
  test('proves the mailbox by the link, sets a new password that ends old sessions, and administers again', async () => {
    const { portal, ada, second } = await twoAdmins();
    await ada.post('/profile/removeUser', { cognitoId: second.cognitoId });
    await portal.runJobs();
    const meanwhile = await portal.signIn(bo);
    portal.clock.advance(60);
    await ada.post('/accounts/invite_user', { email: bo, firstName: 'Bo', lastName: 'Lind' });
    const linkId = await linkTo(portal, bo);
    expect((await portal.browser().get(`/accounts/inviteLink?linkId=${linkId}`)).body.data).toMatchObject({
      status: 'sent',
    });
    expect(
      (await portal.browser().post('/accounts/inviteLink', { linkId, password: 'Another-Horse-8' })).status,
    ).toBe(200);
    // who held the account with the old password only is out
    expect((await meanwhile.get('/profile/getUserList')).status).toBe(401);
    await expect(portal.signIn(bo)).rejects.toThrow();
    await portal.identity.setPassword(second.cognitoId, 'Correct-horse-7');
    const again = await portal.signIn(bo);
    expect(again.cognitoId).toBe(second.cognitoId);
    expect(await emails(again)).toEqual(['ada@acme-widgets.com', bo]);
  });

  test('keeps their access although the work of the removal is still queued', async () => {
    const { portal, ada, second } = await twoAdmins();
    await ada.post('/profile/removeUser', { cognitoId: second.cognitoId });
    const removal = await portal.dropQueued();
    const again = await join(portal, ada, bo);
    const { base, database } = portal;
    for (const { spec, data } of removal) await base.jobs.enqueue(database.global, spec, data);
    await portal.runJobs();
    expect((await again.get('/profile/getUserList')).status).toBe(200);
  });
});
