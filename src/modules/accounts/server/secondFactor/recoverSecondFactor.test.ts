import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { goodPassword } from '../testing/accounts.ts';
import { mailAbout, poolTokens, setUpSecondFactor, signInWithCode } from '../testing/secondFactor.ts';

const email = 'ada@acme-widgets.com';
const refused = [403, 'recovery-refused'];

async function openWorld() {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const { secret, recoveryCodes } = await setUpSecondFactor(portal, ada, email);
  const recover = async (body: object = {}, from = portal.browser()) => {
    const answer = await from.post('/accounts/recoverSecondFactor', {
      email,
      password: goodPassword,
      recoveryCode: recoveryCodes[0],
      ...body,
    });
    return [answer.status, answer.body.error?.code];
  };
  return { portal, ada, secret, codes: recoveryCodes, recover };
}

test('a right password and a recovery code, however it is typed, remove the second factor and end every session and token', async () => {
  const { portal, ada, secret, codes, recover } = await openWorld();
  const tokens = await poolTokens(portal, email, secret);
  const phone = await signInWithCode(portal, email, secret);
  expect(await recover({ recoveryCode: ` ${codes[3]!.toLowerCase().replace('-', ' ')} ` })).toEqual([
    200,
    undefined,
  ]);
  for (const browser of [ada, phone])
    expect((await browser.post('/accounts/check')).body.authenticated).toBe(false);
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
  // the password alone signs in again
  const again = await portal.signIn(email);
  expect((await again.get('/accounts/secondFactor')).body.data).toMatchObject({ on: false, passed: false });
  const mail = await mailAbout(portal, email, 'A recovery code of your Cyber Safety account was used');
  expect(mail.text).toContain('9 recovery codes are left');
  const [entry] = await portal.database.inOrg(ada.orgId, (db) =>
    db.selectFrom('auditEntry').selectAll().where('act', '=', 'recovery-code-used').execute(),
  );
  expect(entry).toMatchObject({
    actorId: ada.cognitoId,
    actorEmail: email,
    ip: '203.0.113.7',
    subjectId: ada.cognitoId,
  });
});

test('a wrong password, an unknown address, a wrong code, a code of somebody else and a used one are answered alike', async () => {
  const { portal, codes, recover, ada } = await openWorld();
  const bob = await portal.member('bob@acme-widgets.com', 'Bob Inc.');
  const theirs = await setUpSecondFactor(portal, bob, 'bob@acme-widgets.com');
  await portal.signIn('carl@example.com');
  expect(await recover({ password: 'Wrong-password-1' })).toEqual(refused);
  expect(await recover({ email: 'nobody@example.com' })).toEqual(refused);
  expect(await recover({ email: 'carl@example.com' })).toEqual(refused);
  expect(await recover({ recoveryCode: 'AAAAA-AAAAA' })).toEqual(refused);
  expect(await recover({ recoveryCode: theirs.recoveryCodes[0] })).toEqual(refused);
  expect(await recover({ recoveryCode: '' })).toEqual(refused);
  expect((await ada.get('/accounts/secondFactor')).body.data).toMatchObject({
    on: true,
    recoveryCodesLeft: 10,
  });
  expect(await recover()).toEqual([200, undefined]);
  portal.clock.advance(3600);
  expect(await recover()).toEqual(refused);
  // what is left does not serve while there is no second factor
  expect(await recover({ recoveryCode: codes[1] })).toEqual(refused);
});

test('of one code sent twice at once, one works', async () => {
  const { recover } = await openWorld();
  const answers = await Promise.all([recover(), recover(), recover()]);
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
});

test('setting up again gives new codes, and the ones left over end', async () => {
  const { portal, codes, recover } = await openWorld();
  await recover();
  const again = await portal.signIn(email);
  const { recoveryCodes } = await setUpSecondFactor(portal, again, email);
  expect(await recover({ recoveryCode: codes[1] })).toEqual(refused);
  expect(await recover({ recoveryCode: recoveryCodes[0] })).toEqual([200, undefined]);
});

test('codes cannot be guessed with a known password, whatever the network address', async () => {
  const { portal, codes, recover } = await openWorld();
  const from = (i: number) => portal.browser({ ip: `203.0.${i}.7` });
  for (let i = 0; i < 5; i++)
    expect(await recover({ recoveryCode: `AAAA${i + 2}-AAAAA` }, from(i))).toEqual(refused);
  expect(await recover({ recoveryCode: codes[0] }, from(9))).toEqual([429, 'too-many-requests']);
  portal.clock.advance(3600);
  expect(await recover({ recoveryCode: codes[0] }, from(9))).toEqual([200, undefined]);
});

test('passwords cannot be guessed by this way round: the lock-out of sign-in counts, and a locked account looks like a wrong password', async () => {
  const { portal, recover } = await openWorld();
  for (let i = 0; i < 5; i++) expect(await recover({ password: `Wrong-password-${i}` })).toEqual(refused);
  expect(await recover()).toEqual(refused);
  await expect(poolTokens(portal, email)).rejects.toMatchObject({ message: 'Password attempts exceeded' });
  portal.clock.advance(1);
  expect(await recover()).toEqual([200, undefined]);
});

test('one network address asks ten times in five minutes', async () => {
  const { portal, recover } = await openWorld();
  for (let i = 0; i < 10; i++) expect(await recover({ email: `somebody-${i}@example.com` })).toEqual(refused);
  expect(await recover()).toEqual([429, 'too-many-requests']);
  portal.clock.advance(300);
  expect(await recover()).toEqual([200, undefined]);
});

test('a user pool out of reach costs no code', async () => {
  const { portal, recover, ada } = await openWorld();
  const { disableSecondFactor } = portal.identity;
  portal.identity.disableSecondFactor = () => Promise.reject(new Error('away'));
  expect((await recover())[0]).toBe(500);
  portal.identity.disableSecondFactor = disableSecondFactor;
  expect((await ada.get('/accounts/secondFactor')).body.data.recoveryCodesLeft).toBe(10);
  expect(await recover()).toEqual([200, undefined]);
});

test('a call of a page elsewhere is refused', async () => {
  const { portal, codes } = await openWorld();
  const answer = await portal.browser().send('POST', '/api/accounts/recoverSecondFactor', {
    email,
    password: goodPassword,
    recoveryCode: codes[0],
  });
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'csrf']);
});
