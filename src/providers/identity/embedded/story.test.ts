import { expect, test } from 'vitest';
import { ask, confirm, goodPassword, serveTestPool, signIn, signUp } from '../testing/pool.ts';

const email = 'ann@example.com';

test('a person signs up, confirms, signs in and is known by the tokens', async () => {
  const pool = await serveTestPool();
  const made = await signUp(pool, ' Ann@Example.com ', goodPassword, [
    { Name: 'custom:subscriptionId', Value: 'sub-1' },
  ]);
  expect(made).toEqual({
    UserConfirmed: false,
    UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
    CodeDeliveryDetails: { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  });
  expect(pool.mailbox).toEqual([
    {
      kind: 'sign-up',
      email,
      code: expect.stringMatching(/^\d{6}$/),
      cognitoId: made.UserSub,
      signUpCode: 'sub-1',
      host: '127.0.0.1',
    },
  ]);
  expect(await confirm(pool, email)).toEqual({});
  const { AuthenticationResult: tokens } = await signIn(pool, email);
  expect(tokens).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer', RefreshToken: expect.any(String) });
  expect(await ask(pool, 'GetUser', { AccessToken: tokens.AccessToken })).toEqual({
    Username: made.UserSub,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
      { Name: 'custom:subscriptionId', Value: 'sub-1' },
      { Name: 'sub', Value: made.UserSub },
    ],
  });
  expect(await pool.pool.verify({ idToken: tokens.IdToken, accessToken: tokens.AccessToken })).toEqual({
    hasSecondFactor: false,
    signInId: expect.any(String) as string,
    gaveCode: false,
    signedInAt: pool.clock.now(),
    cognitoId: made.UserSub,
    email,
    emailVerified: true,
    signUpCode: 'sub-1',
  });
});
