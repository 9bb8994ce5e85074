import { expect, test } from 'vitest';
import { goodPassword, serveTestPool, type TestPool } from '../testing/pool.ts';
import { ask, outcomeOf, refused } from '../testing/pool.ts';

const target = (action: string) => `AWSCognitoIdentityProviderService.${action}`;
const post = (pool: TestPool, body: string, headers: Record<string, string> = {}) =>
  fetch(pool.url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target('GetUser'), ...headers },
    body,
  });

const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as Record<string, string>)['__type'],
];

test('an error has the shape and headers of the protocol', async () => {
  const pool = await serveTestPool();
  const answer = await post(pool, JSON.stringify({ AccessToken: 'nonsense' }));
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('application/x-amz-json-1.1');
  expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('x-amzn-errortype')).toBe('NotAuthorizedException:');
  expect(answer.headers.get('x-amzn-errormessage')).toBe('Invalid Access Token');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Access Token' });
});

test('other actions, no action, no JSON, another content type, too much', async () => {
  const pool = await serveTestPool();
  for (const action of ['AdminDeleteUser', 'ListUsers', 'toString', '__proto__', ''])
    expect(await errorOf(await post(pool, '{}', { 'x-amz-target': target(action) }))).toEqual([
      400,
      'UnknownOperationException',
    ]);
  expect(await errorOf(await post(pool, '{}', { 'x-amz-target': 'GetUser' }))).toEqual([
    400,
    'UnknownOperationException',
  ]);
  for (const body of ['{', '[]', 'null', '"text"'])
    expect(await errorOf(await post(pool, body))).toEqual([400, 'SerializationException']);
  expect(await errorOf(await post(pool, '{}', { 'content-type': 'application/json' }))).toEqual([
    415,
    'UnsupportedMediaTypeException',
  ]);
  expect(await errorOf(await post(pool, JSON.stringify({ AccessToken: 'x'.repeat(70_000) })))).toEqual([
    413,
    'RequestEntityTooLargeException',
  ]);
});

const notNull = (member: string) =>
  refused(
    'InvalidParameterException',
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must not be null`,
  );

test('inputs that do not fit are refused by the name of the member', async () => {
  const pool = await serveTestPool();
  const ClientId = pool.pool.clientId;
  const answer = (action: string, body: object) => outcomeOf(ask(pool, action, body));
  expect(await answer('SignUp', { Username: 'a@b.co', Password: goodPassword })).toEqual(notNull('clientId'));
  expect(await answer('SignUp', { ClientId, Password: goodPassword })).toEqual(notNull('username'));
  expect(await answer('InitiateAuth', { ClientId })).toEqual(notNull('authFlow'));
  expect(await answer('GetUser', {})).toEqual(notNull('accessToken'));
  expect(await answer('ForgotPassword', { ClientId, Username: { $ne: '' } })).toEqual(
    refused(
      'InvalidParameterException',
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must be of another type",
    ),
  );
  expect(await answer('ForgotPassword', { ClientId, Username: 'ann\u0000@example.com' })).toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(await answer('ForgotPassword', { ClientId, Username: 'x'.repeat(129) })).toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(
    await answer('InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'a\u0000', PASSWORD: 'x' },
    }),
  ).toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(
    await answer('InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'a@b.co', PASSWORD: 'x'.repeat(257) },
    }),
  ).toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(
    await answer('RespondToAuthChallenge', { ClientId, ChallengeName: 'NO_SUCH', ChallengeResponses: {} }),
  ).toMatchObject({
    name: 'InvalidParameterException',
  });
});

test('every action refuses another client id', async () => {
  const pool = await serveTestPool();
  const missing = refused('ResourceNotFoundException', 'User pool client other does not exist.');
  for (const [action, body] of Object.entries({
    SignUp: { Username: 'a@b.co', Password: goodPassword },
    ForgotPassword: { Username: 'a@b.co' },
    RevokeToken: { Token: 'x' },
    InitiateAuth: { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: 'x' } },
  }))
    expect(await outcomeOf(ask(pool, action, { ClientId: 'other', ...body }))).toEqual(missing);
});

test('pages of the portal may ask, pages of others may not', async () => {
  const pool = await serveTestPool({ allowedOrigins: ['https://portal.example'] });
  const preflight = (origin: string) =>
    fetch(pool.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-amz-target',
      },
    });
  const welcome = await preflight('https://portal.example');
  expect(welcome.status).toBe(204);
  expect(welcome.headers.get('access-control-allow-origin')).toBe('https://portal.example');
  expect(welcome.headers.get('access-control-allow-methods')).toBe('POST');
  for (const name of [
    'content-type',
    'x-amz-target',
    'x-amz-user-agent',
    'cache-control',
    'amz-sdk-invocation-id',
    'amz-sdk-request',
  ])
    expect(welcome.headers.get('access-control-allow-headers')).toContain(name);
  for (const origin of ['https://evil.example', 'null', 'https://portal.example.evil.example'])
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
  const refusal = await post(pool, '{}', { origin: 'https://portal.example' });
  expect(refusal.headers.get('access-control-allow-origin')).toBe('https://portal.example');
  expect(refusal.headers.get('vary')).toBe('origin');
});

test('an address or a name that asks too often is told to wait, and only they', async () => {
  const limit = { perAddress: 6, perName: 3 };
  const limits = { authentication: limit, creation: limit, recovery: limit, read: limit };
  const pool = await serveTestPool({ limits });
  const forgot = (Username: string) =>
    outcomeOf(ask(pool, 'ForgotPassword', { ClientId: pool.pool.clientId, Username }));
  const tooMany = refused('TooManyRequestsException', 'Too many requests. Please try again in a moment.');
  for (let i = 0; i < 3; i++) expect(await forgot('ann@example.com')).toHaveProperty('CodeDeliveryDetails');
  expect(await forgot('ann@example.com')).toEqual(tooMany);
  for (let i = 0; i < 2; i++) expect(await forgot('bob@example.com')).toHaveProperty('CodeDeliveryDetails');
  expect(await forgot('bob@example.com')).toEqual(tooMany);
  expect(await outcomeOf(ask(pool, 'GetUser', { AccessToken: 'x' }))).toMatchObject({
    name: 'NotAuthorizedException',
  });
  pool.clock.advance(60);
  expect(await forgot('bob@example.com')).toHaveProperty('CodeDeliveryDetails');
});

test('a fault says nothing about its cause', async () => {
  const pool = await serveTestPool({
    onSignedOutEverywhere: () => Promise.reject(new Error('secret cause')),
  });
  await pool.pool.createUser({ email: 'ann@example.com', password: goodPassword });
  const { AuthenticationResult } = await ask(pool, 'InitiateAuth', {
    ClientId: pool.pool.clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'ann@example.com', PASSWORD: goodPassword },
  });
  const answer = await post(pool, JSON.stringify({ AccessToken: AuthenticationResult.AccessToken }), {
    'x-amz-target': target('GlobalSignOut'),
  });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    __type: 'InternalErrorException',
    message: 'Something went wrong on our side. Please try again in a moment.',
  });
});
