import { expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { organize, tokensOf } from '../testing/accounts.ts';
import { poolTokens, setUpSecondFactor, signInWithCode } from '../testing/secondFactor.ts';

const email = 'ada@acme-widgets.com';
const other = 'bob@acme-widgets.com';
const policyOf = async (browser: TestBrowser) =>
  (await browser.get('/accounts/secondFactorPolicy')).body.data;
const demand = (browser: TestBrowser, required: boolean) =>
  browser.post('/accounts/setSecondFactorPolicy', { required });

/** An organisation with an administrator who has a second factor, and one who has not. */
async function openWorld() {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const { secret } = await setUpSecondFactor(portal, ada, email);
  const person = await portal.identity.createUser({ email: other, password: 'Correct-horse-7' });
  portal.clock.advance(1);
  const now = portal.clock.now();
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .insertInto('admin')
      .values({
        orgId: ada.orgId,
        cognitoId: person.cognitoId,
        email: other,
        firstName: 'Bob',
        lastName: '',
        createdAt: now,
        updatedAt: now,
      })
      .execute(),
  );
  const bob = await portal.signIn(other);
  return { portal, ada, bob, secret };
}

test('who has a second factor is told, and demanding it shuts out whoever has none, at once and at the next sign-in', async () => {
  const { portal, ada, bob, secret } = await openWorld();
  expect(await policyOf(ada)).toEqual({
    required: false,
    admins: [
      { cognitoId: ada.cognitoId, name: 'Ada Vance', email, since: '2026-03-02T17:00:00.000Z' },
      { cognitoId: bob.cognitoId, name: 'Bob', email: other, since: null },
    ],
  });
  expect((await bob.get('/plans/featureUsageProfile')).status).toBe(200);
  expect((await demand(ada, true)).status).toBe(200);
  expect(await policyOf(ada)).toMatchObject({ required: true });
  for (const browser of [bob, await portal.signIn(other)]) {
    expect((await browser.post('/accounts/check')).body).toMatchObject({
      authenticated: true,
      secondFactorNeeded: true,
    });
    const answers = [
      await browser.get('/plans/featureUsageProfile'),
      await browser.get('/profile/getCustomerPortalData'),
      await browser.get('/profile/getUserList'),
      await browser.post('/profile/profileCheck', { cognitoId: bob.cognitoId }),
      await browser.post('/accounts/invite_user', { email: 'eve@example.com' }),
      await browser.get('/accounts/secondFactorPolicy'),
      await demand(browser, false),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [403, 'second-factor-needed']),
    );
    expect((await browser.get('/accounts/secondFactor')).body.data).toMatchObject({
      on: false,
      demanded: true,
    });
  }
  const [page, its] = [await signInWithCode(portal, email, secret), ada];
  for (const browser of [page, its])
    expect((await browser.get('/plans/featureUsageProfile')).status).toBe(200);
  expect((await bob.post('/accounts/check')).body.secondFactorNeeded).toBe(true);
  await setUpSecondFactor(portal, bob, other);
  expect((await bob.post('/accounts/check')).body).toMatchObject({ secondFactorNeeded: false });
  expect((await bob.get('/plans/featureUsageProfile')).status).toBe(200);
});

test('nobody demands of all what they lack themselves', async () => {
  const { bob, ada } = await openWorld();
  const { status, body } = await demand(bob, true);
  expect([status, body.error.code]).toEqual([409, 'second-factor-first']);
  expect(await policyOf(ada)).toMatchObject({ required: false });
});

test('while it is demanded nobody switches theirs off; afterwards they may', async () => {
  const { portal, ada, secret } = await openWorld();
  await demand(ada, true);
  const off = async () => {
    portal.clock.advance(60);
    const { status, body } = await ada.post(
      '/accounts/switchSecondFactorOff',
      await poolTokens(portal, email, secret),
    );
    return [status, body.error?.code];
  };
  expect(await off()).toEqual([409, 'second-factor-demanded']);
  await demand(ada, false);
  expect(await off()).toEqual([200, undefined]);
});

test('the change stands in the audit log with who made it, once', async () => {
  const { portal, ada } = await openWorld();
  await demand(ada, true);
  await demand(ada, true);
  const rows = await portal.database.inOrg(ada.orgId, (db) =>
    db
      .selectFrom('auditEntry')
      .selectAll()
      .where('subject', '=', 'organization')
      .where('act', '=', 'update')
      .execute(),
  );
  expect(
    rows.filter(({ newValue }) => JSON.stringify(newValue).includes('second_factor_required')),
  ).toMatchObject([
    {
      actorEmail: email,
      oldValue: { second_factor_required: false },
      newValue: { second_factor_required: true },
    },
  ]);
});

test("another organisation's demand is its own", async () => {
  const { portal, ada } = await openWorld();
  await demand(ada, true);
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  expect(await policyOf(eve)).toMatchObject({
    required: false,
    admins: [{ email: 'eve@elsewhere-tools.com' }],
  });
  expect((await eve.post('/accounts/check')).body.secondFactorNeeded).toBe(false);
});

test('somebody without an organisation is asked for nothing, until one that demands it takes them in', async () => {
  const { portal, ada } = await openWorld();
  await demand(ada, true);
  const eve = await portal.signIn('eve@example.com');
  expect((await eve.post('/accounts/check')).body).toMatchObject({
    newUser: true,
    secondFactorNeeded: false,
  });
  const orgId = await organize(portal, eve, 'Eve Inc.');
  await portal.database.inOrg(orgId, (db) =>
    db.updateTable('organization').set({ secondFactorRequired: true }).execute(),
  );
  const browser = portal.browser();
  expect(
    (await browser.post('/accounts/session', await tokensOf(portal, 'eve@example.com'))).body,
  ).toMatchObject({
    secondFactorNeeded: true,
  });
});
