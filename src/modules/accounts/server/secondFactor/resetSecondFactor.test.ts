import { expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { addAdmin, goodPassword, isIn } from '../testing/accounts.ts';
import {
  mailAbout,
  poolTokens,
  setUpSecondFactor,
  signInWithCode,
  actsOf,
  factorOf,
} from '../testing/secondFactor.ts';

const email = 'ada@acme-widgets.com';
const other = 'bob@acme-widgets.com';
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];
const listed = async (browser: TestBrowser) =>
  (await browser.get('/profile/getUserList')).body.data.map((one: any) => [one.email, one.hasSecondFactor]);

/** Ada, who has a password alone, and Bob, who has lost his phone. */
async function openWorld() {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const bob = await addAdmin(portal, ada.orgId, other);
  const { secret, recoveryCodes } = await setUpSecondFactor(portal, bob, other);
  const reset = async (by: TestBrowser = ada, asked: object = {}) =>
    by.post('/accounts/resetSecondFactor', {
      ...('idToken' in asked ? {} : await poolTokens(portal, email)),
      cognitoId: bob.cognitoId,
      ...asked,
    });
  return { portal, ada, bob, secret, codes: recoveryCodes, reset };
}

test('an administrator lets another in by password again: app, codes, sessions and tokens end, a mail and the log say who did it', async () => {
  const { portal, ada, bob, secret, codes, reset } = await openWorld();
  const phone = await signInWithCode(portal, other, secret);
  const tokens = await poolTokens(portal, other, secret);
  expect(await listed(ada)).toEqual([
    [email, false],
    [other, true],
  ]);
  expect((await reset()).body).toEqual({ success: true });
  expect(await listed(ada)).toEqual([
    [email, false],
    [other, false],
  ]);
  expect([await isIn(bob), await isIn(phone), await isIn(ada)]).toEqual([false, false, true]);
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
  const recovery = { email: other, password: goodPassword, recoveryCode: codes[0] };
  expect(codeOf(await portal.browser().post('/accounts/recoverSecondFactor', recovery))).toEqual([
    403,
    'recovery-refused',
  ]);
  const mail = await mailAbout(portal, other, 'The second factor of your Cyber Safety account was reset');
  expect(mail.text).toContain(`Ada Vance (${email})`);
  expect(mail.text).toContain('You did not ask for this? Choose a new password at once');
  // where Ada was is her own
  expect(mail.text).not.toContain('203.0.113.7');
  expect((await actsOf(portal, ada.orgId)).slice(1)).toMatchObject([
    {
      act: 'second-factor-reset',
      actorId: ada.cognitoId,
      actorEmail: email,
      ip: '203.0.113.7',
      subjectId: bob.cognitoId,
      subjectName: other,
    },
  ]);
  const again = await portal.signIn(other);
  expect(await factorOf(again)).toEqual({
    on: false,
    since: null,
    recoveryCodesLeft: 0,
    demanded: false,
    passed: false,
  });
  await setUpSecondFactor(portal, again, other);
  expect(await factorOf(again)).toMatchObject({ on: true, recoveryCodesLeft: 10 });
});

test('where the organisation demands a second factor, the person sets one up before anything else', async () => {
  const { portal, ada, reset } = await openWorld();
  const { secret } = await setUpSecondFactor(portal, ada, email);
  expect((await ada.post('/accounts/setSecondFactorPolicy', { required: true })).status).toBe(200);
  expect((await reset(ada, await poolTokens(portal, email, secret))).status).toBe(200);
  const bob = await portal.signIn(other);
  expect((await bob.post('/accounts/check')).body).toMatchObject({ secondFactorNeeded: true });
  expect(codeOf(await bob.get('/profile/getUserList'))).toEqual([403, 'second-factor-needed']);
  await setUpSecondFactor(portal, bob, other);
  expect((await bob.get('/profile/getUserList')).status).toBe(200);
});

test('nobody resets their own, nor that of somebody who has none, and a second time there is nothing left', async () => {
  const { portal, ada, bob, secret, reset } = await openWorld();
  const own = await bob.post('/accounts/resetSecondFactor', {
    ...(await poolTokens(portal, other, secret)),
    cognitoId: bob.cognitoId,
  });
  expect(codeOf(own)).toEqual([409, 'own-account']);
  const theirs = await bob.post('/accounts/resetSecondFactor', {
    ...(await poolTokens(portal, other, secret)),
    cognitoId: ada.cognitoId,
  });
  expect(codeOf(theirs)).toEqual([409, 'nothing-to-reset']);
  expect((await reset()).status).toBe(200);
  expect(codeOf(await reset())).toEqual([409, 'nothing-to-reset']);
});

test("another organisation's administrator is answered like a missing one, and keeps what they have", async () => {
  const { portal, bob, reset } = await openWorld();
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const tokens = await poolTokens(portal, 'eve@elsewhere-tools.com');
  const [foreign, missing] = [await reset(eve, tokens), await reset(eve, { ...tokens, cognitoId: 'nobody' })];
  expect([codeOf(foreign), codeOf(missing)]).toEqual([
    [404, 'no-such-person'],
    [404, 'no-such-person'],
  ]);
  expect(await factorOf(bob)).toMatchObject({ on: true, recoveryCodesLeft: 10 });
  expect(await isIn(bob)).toBe(true);
});

test('it takes a sign-in of the one who asks, made for it within ten minutes, with the second factor where they have one', async () => {
  const { portal, ada, bob, secret, reset } = await openWorld();
  const old = await poolTokens(portal, email);
  portal.clock.advance(601);
  expect(codeOf(await reset(ada, old))).toEqual([403, 'invalid-token']);
  expect(codeOf(await reset(ada, await poolTokens(portal, other, secret)))).toEqual([403, 'invalid-token']);
  expect(codeOf(await reset(ada, { ...old, idToken: 'x'.repeat(16) }))).toEqual([403, 'invalid-token']);
  expect(codeOf(await reset(portal.browser()))).toEqual([401, 'unauthenticated']);
  // switched on behind the portal's back, so that tokens of the password alone live on
  const weak = await poolTokens(portal, email);
  await portal.database.global
    .insertInto('secondFactor')
    .values({ cognitoId: ada.cognitoId, since: new Date(portal.clock.now().getTime() + 1000) })
    .execute();
  expect(codeOf(await reset(ada, weak))).toEqual([403, 'invalid-token']);
  expect(await factorOf(bob)).toMatchObject({ on: true });
});

test('the tokens were for this alone, and staff who act as an administrator cannot', async () => {
  const { portal, ada, bob, reset } = await openWorld();
  const support = await portal.support(ada);
  expect(codeOf(await reset(support))).toEqual([403, 'not-in-support-session']);
  expect(await factorOf(bob)).toMatchObject({ on: true });
  const tokens = await poolTokens(portal, email);
  expect((await reset(ada, tokens)).status).toBe(200);
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
});

test('a call of a page elsewhere is refused, and one network address asks ten times in five minutes', async () => {
  const { portal, ada, bob, reset } = await openWorld();
  const body = { ...(await poolTokens(portal, email)), cognitoId: bob.cognitoId };
  const forged = await ada.send('POST', '/api/accounts/resetSecondFactor', body);
  expect([forged.statusCode, forged.json().error.code]).toEqual([403, 'csrf']);
  for (let i = 0; i < 10; i++)
    expect(codeOf(await reset(ada, { cognitoId: 'nobody' }))).toEqual([404, 'no-such-person']);
  expect(codeOf(await reset())).toEqual([429, 'too-many-requests']);
  portal.clock.advance(300);
  expect((await reset()).status).toBe(200);
});

test('a sign-in that was on its way is not let in, and leaves no trace of a second factor', async () => {
  const { portal, ada, bob, secret, reset } = await openWorld();
  const { verify } = portal.identity;
  const body = await poolTokens(portal, other, secret);
  // the pool has answered, and the reset comes before the session is there
  portal.identity.verify = async (tokens) => {
    const answer = await verify(tokens);
    portal.identity.verify = verify;
    expect((await reset()).status).toBe(200);
    return answer;
  };
  const phone = portal.browser();
  expect(codeOf(await phone.post('/accounts/session', body))).toEqual([403, 'invalid-token']);
  expect([await isIn(phone), await isIn(bob)]).toEqual([false, false]);
  expect(await portal.database.global.selectFrom('secondFactor').selectAll().execute()).toEqual([]);
  expect(
    await portal.database.global
      .selectFrom('appSession')
      .selectAll()
      .where('cognitoId', '=', bob.cognitoId)
      .execute(),
  ).toEqual([]);
  expect((await actsOf(portal, ada.orgId)).map(({ act }) => act)).toEqual([
    'second-factor-on',
    'second-factor-reset',
  ]);
});

test('a sign-in that got as far as its session before every token ended does not keep it', async () => {
  const { portal, bob, secret, reset } = await openWorld();
  const { verify } = portal.identity;
  const body = await poolTokens(portal, other, secret);
  const atOnce: number[] = [];
  // asked for the second time, the session is there
  const answers = [
    verify,
    async (tokens: Parameters<typeof verify>[0]) => {
      portal.identity.verify = verify;
      atOnce.push((await reset()).status);
      return verify(tokens);
    },
  ];
  portal.identity.verify = (tokens) => answers.shift()!(tokens);
  const phone = portal.browser();
  expect(codeOf(await phone.post('/accounts/session', body))).toEqual([403, 'invalid-token']);
  expect(atOnce).toEqual([200]);
  expect(await isIn(phone)).toBe(false);
  expect(
    await portal.database.global
      .selectFrom('appSession')
      .selectAll()
      .where('cognitoId', '=', bob.cognitoId)
      .execute(),
  ).toEqual([]);
});

test('of two who reset each other at once, both sign in by password afterwards', async () => {
  const { portal, ada, bob, secret } = await openWorld();
  const own = await setUpSecondFactor(portal, ada, email);
  const bodies = [
    { ...(await poolTokens(portal, email, own.secret)), cognitoId: bob.cognitoId },
    { ...(await poolTokens(portal, other, secret)), cognitoId: ada.cognitoId },
  ] as const;
  const answers = await Promise.all([
    ada.post('/accounts/resetSecondFactor', bodies[0]),
    bob.post('/accounts/resetSecondFactor', bodies[1]),
  ]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  // whoever was not reset still has theirs
  const kept = new Set(
    (await portal.database.global.selectFrom('secondFactor').selectAll().execute()).map(
      (row) => row.cognitoId,
    ),
  );
  expect(
    (
      await factorOf(
        kept.has(ada.cognitoId)
          ? await signInWithCode(portal, email, own.secret)
          : await portal.signIn(email),
      )
    ).on,
  ).toBe(kept.has(ada.cognitoId));
  expect(
    (
      await factorOf(
        kept.has(bob.cognitoId) ? await signInWithCode(portal, other, secret) : await portal.signIn(other),
      )
    ).on,
  ).toBe(kept.has(bob.cognitoId));
});

test('a reset that failed half way can be asked for again', async () => {
  const { portal, bob, reset } = await openWorld();
  const { signOutEverywhere } = portal.identity;
  portal.identity.signOutEverywhere = () => Promise.reject(new Error('away'));
  expect((await reset()).status).toBe(500);
  portal.identity.signOutEverywhere = signOutEverywhere;
  expect((await reset()).status).toBe(200);
  expect(await isIn(bob)).toBe(false);
  expect(await factorOf(await portal.signIn(other))).toMatchObject({ on: false });
});
