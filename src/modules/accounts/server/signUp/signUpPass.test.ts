import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { goodPassword } from '../testing/accounts.ts';

type Options = Parameters<typeof testPortal>[0];
const always: Options = { env: { SIGNUP_CAPTCHA: 'always' } };
const triggerSecret = 'a secret of the trigger, long enough to be one';

const isRight = (text: string, bits: number) =>
  createHash('sha256').update(text).digest().readUInt32BE(0) >>> (32 - bits) === 0;

async function solved(portal: TestPortal, ip?: string): Promise<string> {
  const answer = await portal.browser({ ip }).get('/recaptcha/challenge?action=sign-up');
  expect(answer.status).toBe(200);
  const { challenge, seed, pieces, bits } = answer.body.data as {
    challenge: string;
    seed: string;
    pieces: number;
    bits: number;
  };
  const answers = Array.from({ length: pieces }, (_none, piece) => {
    let n = 0;
    while (!isRight(`${seed}.${piece}.${n}`, bits)) n++;
    return n;
  });
  return `${challenge}~${answers.join('.')}`;
}
const passOf = async (portal: TestPortal): Promise<string> =>
  (await portal.browser().post('/recaptcha/verify', { token: await solved(portal) })).body.data
    .pass as string;

/** Signs up over the protocol, as any client does. @returns `made`, or name and message of the refusal */
async function signUp(
  portal: TestPortal,
  email: string,
  options: { pass?: string; ip?: string } = {},
): Promise<string> {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/user-pool',
    remoteAddress: options.ip ?? '203.0.113.7',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
    },
    payload: JSON.stringify({
      ClientId: portal.identity.clientId,
      Username: email,
      Password: goodPassword,
      UserAttributes: [{ Name: 'email', Value: email }],
      ...(options.pass === undefined ? {} : { ValidationData: [{ Name: 'captcha', Value: options.pass }] }),
    }),
  });
  const body = JSON.parse(answer.body) as { UserSub?: string; message?: string };
  return body.UserSub ? 'made' : `${String(answer.headers['x-amzn-errortype'])} ${body.message}`;
}

const robot = 'UserLambdaValidationException: PreSignUp failed with error You smell like a robot.';

test('a solved captcha is answered in the shape of siteverify, with a pass', async () => {
  const portal = await testPortal();
  const answer = await portal.browser().post('/recaptcha/verify', { token: await solved(portal) });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: true,
      challenge_ts: '2026-03-02T17:00:00.000Z',
      hostname: 'localhost',
      data: { pass: expect.stringMatching(/^[\w-]{22}\.\d{13}\.[\w-]{22}\.[\w-]{43}$/) },
    },
  ]);
});

test.each([
  ['', 'missing-input-response'],
  ['nonsense', 'invalid-input-response'],
])('the token %j is refused with %s', async (token, code) => {
  const portal = await testPortal();
  const answer = await portal.browser().post('/recaptcha/verify', { token });
  expect([answer.status, answer.body]).toMatchObject([
    403,
    { success: false, error: { code: 'robot', 'error-codes': [code] } },
  ]);
});

test('a token is verified once, and a challenge is for actions that there are', async () => {
  const portal = await testPortal();
  const token = await solved(portal);
  expect((await portal.browser().post('/recaptcha/verify', { token })).status).toBe(200);
  expect((await portal.browser().post('/recaptcha/verify', { token })).body.error['error-codes']).toEqual([
    'timeout-or-duplicate',
  ]);
  expect((await portal.browser().get('/recaptcha/challenge?action=wire-money')).status).toBe(400);
});

test('where every sign-up needs a pass, one with a pass is made and all others are robots', async () => {
  const portal = await testPortal(always);
  expect(await signUp(portal, 'ada@acme-widgets.com')).toBe(robot);
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass: '' })).toBe(robot);
  expect(await portal.identity.findUser('ada@acme-widgets.com')).toBeNull();
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass: await passOf(portal) })).toBe('made');
});

test('a pass is good for one sign-up, also for two at the same moment, and for two minutes', async () => {
  const portal = await testPortal(always);
  const pass = await passOf(portal);
  const outcomes = await Promise.all(
    ['a', 'b', 'c'].map((name) => signUp(portal, `${name}@acme-widgets.com`, { pass })),
  );
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === robot)).toHaveLength(2);
  const late = await passOf(portal);
  portal.clock.advance(120);
  expect(await signUp(portal, 'd@acme-widgets.com', { pass: late })).toBe(robot);
});

test('a pass that was changed, or made by another installation, is no good anywhere', async () => {
  const [portal, elsewhere] = [await testPortal(), await testPortal()];
  const pass = await passOf(portal);
  const [id, end, network, signature] = pass.split('.') as [string, string, string, string];
  const later = `${id}.${Number(end) + 60_000}.${network}.${signature}`;
  const another = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}.${end}.${network}.${signature}`;
  for (const bad of [
    later,
    another,
    await passOf(elsewhere),
    `${id}.${end}`,
    `${id}.${end}.${signature}`,
    'x',
    '__proto__',
  ])
    expect(await signUp(portal, 'ada@acme-widgets.com', { pass: bad }), bad).toBe(robot);
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass })).toBe('made');
});

test('a pass counts for the network that won it, and another one does not use it up', async () => {
  const portal = await testPortal(always);
  const pass = await passOf(portal);
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass, ip: '198.51.100.1' })).toBe(robot);
  const [id, end, , signature] = pass.split('.') as [string, string, string, string];
  const other = (
    await portal
      .browser({ ip: '198.51.100.1' })
      .post('/recaptcha/verify', { token: await solved(portal, '198.51.100.1') })
  ).body.data.pass as string;
  const mixed = `${id}.${end}.${other.split('.')[2]}.${signature}`;
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass: mixed, ip: '198.51.100.1' })).toBe(robot);
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass })).toBe('made');
});

test('the answer about an address that has an account costs a pass too', async () => {
  const portal = await testPortal(always);
  await portal.identity.createUser({ email: 'ada@acme-widgets.com', password: goodPassword });
  expect(await signUp(portal, 'ada@acme-widgets.com')).toBe(robot);
  const pass = await passOf(portal);
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass })).toMatch(/^UsernameExistsException/);
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass })).toBe(robot);
});

test('a password that is too weak uses no pass up', async () => {
  const portal = await testPortal(always);
  const pass = await passOf(portal);
  const weak = portal.identity.handle(
    'SignUp',
    {
      ClientId: portal.identity.clientId,
      Username: 'ada@acme-widgets.com',
      Password: 'weak',
      UserAttributes: [{ Name: 'email', Value: 'ada@acme-widgets.com' }],
      ValidationData: [{ Name: 'captcha', Value: pass }],
    },
    { ip: '203.0.113.7' },
  );
  await expect(weak).rejects.toThrow('Password did not conform');
  expect(await signUp(portal, 'ada@acme-widgets.com', { pass })).toBe('made');
});

test('outside production a network signs up thirty times an hour without a pass, then needs one', async () => {
  const portal = await testPortal();
  const outcomes: string[] = [];
  for (let i = 0; i < 31; i++) outcomes.push(await signUp(portal, `p${i}@acme-widgets.com`));
  expect(outcomes.slice(0, 30).every((outcome) => outcome === 'made')).toBe(true);
  expect(outcomes[30]).toBe(robot);
  expect(await signUp(portal, 'other@acme-widgets.com', { ip: '198.51.100.1' })).toBe('made');
  expect(await signUp(portal, 'proved@acme-widgets.com', { pass: await passOf(portal) })).toBe('made');
  portal.clock.advance(3600);
  expect(await signUp(portal, 'later@acme-widgets.com')).toBe('made');
});

test.each([
  [{}, 'suspicious'],
  [
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://portal.example.com',
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'a@b.example',
      BILLING: 'sandbox',
    },
    'always',
  ],
])('%j asks for a captcha %s', async (env, mode) => {
  const { readSettings } = await import('#platform/server/settings/settings.ts');
  expect(readSettings(env).signUpCaptcha).toBe(mode);
});

const ask = (portal: TestPortal, body: object, authorization?: string) =>
  portal.browser().send('POST', '/api/recaptcha/admitSignUp', body, authorization ? { authorization } : {});
const basic = (secret: string, name = 'trigger') =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

test('the trigger of an outside pool asks with its secret, and a pass is used up by asking', async () => {
  const portal = await testPortal({
    env: { SIGNUP_CAPTCHA: 'always', SIGNUP_TRIGGER_SECRET: triggerSecret },
  });
  const pass = await passOf(portal);
  const answers = [];
  for (const body of [{ pass, ip: '198.51.100.1' }, { pass }, {}, { pass: null }])
    answers.push((await ask(portal, body, basic(triggerSecret))).statusCode);
  expect(answers).toEqual([200, 403, 403, 403]);
});

test.each([
  ['no secret', undefined],
  ['another secret', basic('a secret of somebody else, long enough to be one')],
  ['another name', basic(triggerSecret, 'somebody')],
  ['the secret in another way', `Bearer ${triggerSecret}`],
])('%s gets no answer, and a pass stays good', async (_what, authorization) => {
  const portal = await testPortal({
    env: { SIGNUP_CAPTCHA: 'always', SIGNUP_TRIGGER_SECRET: triggerSecret },
  });
  const pass = await passOf(portal);
  expect((await ask(portal, { pass }, authorization)).statusCode).toBe(401);
  expect((await ask(portal, { pass }, basic(triggerSecret))).statusCode).toBe(200);
});

test('where no secret is set, nobody may ask', async () => {
  const portal = await testPortal();
  for (const secret of ['', 'undefined']) expect((await ask(portal, {}, basic(secret))).statusCode).toBe(401);
});
