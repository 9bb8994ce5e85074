import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);
const cases = Number(process.env.FUZZ_POOL_CASES ?? 2_000);

const operations = [
  'InitiateAuth',
  'RespondToAuthChallenge',
  'SignUp',
  'ConfirmSignUp',
  'ResendConfirmationCode',
  'ForgotPassword',
  'ConfirmForgotPassword',
  'ChangePassword',
  'GlobalSignOut',
  'GetUser',
  'AssociateSoftwareToken',
  'VerifySoftwareToken',
  'SetUserMFAPreference',
  'RevokeToken',
  'AdminSetUserPassword',
  'ListUsers',
  'constructor',
];

const fieldNames = [
  'ClientId',
  'Username',
  'Password',
  'AuthFlow',
  'AuthParameters',
  'ChallengeName',
  'ChallengeResponses',
  'Session',
  'ConfirmationCode',
  'AccessToken',
  'PreviousPassword',
  'ProposedPassword',
  'UserCode',
  'SoftwareTokenMfaSettings',
  'UserAttributes',
  'ClientMetadata',
  'Token',
];

test(
  'hostile requests to the user pool meet no fault and change no account',
  { timeout: 120_000 },
  async () => {
    const portal = await testPortal();
    const { email } = await portal.member('owner@quillfeather-mills.com', 'Quillfeather Mills');
    const account = async () =>
      portal.database.global
        .selectFrom('userPoolUser')
        .select(['passwordHash', 'email', 'status'])
        .where('email', '=', email)
        .execute();
    const before = await account();
    const texts = fc.oneof(
      fc.constantFrom(
        email,
        'nobody@elsewhere-tools.com',
        portal.identity.clientId,
        'Correct-horse-8',
        '123456',
        '0',
        "' or 1=1 --",
        'x'.repeat(9000),
      ),
      fc.constantFrom(
        'USER_SRP_AUTH',
        'USER_PASSWORD_AUTH',
        'REFRESH_TOKEN_AUTH',
        'PASSWORD_VERIFIER',
        'SOFTWARE_TOKEN_MFA',
        'eyJhbGciOiJub25lIn0.e30.',
        'f'.repeat(768),
      ),
      fc.string({ unit: 'binary' }),
    );
    const parameters = fc.dictionary(
      fc.constantFrom(
        'USERNAME',
        'PASSWORD',
        'SRP_A',
        'REFRESH_TOKEN',
        'PASSWORD_CLAIM_SIGNATURE',
        'PASSWORD_CLAIM_SECRET_BLOCK',
        'TIMESTAMP',
        '__proto__',
      ),
      texts,
    );
    const bodies = fc.oneof(
      {
        arbitrary: fc.dictionary(
          fc.constantFrom(...fieldNames),
          fc.oneof(texts, texts, parameters, fc.jsonValue()),
          { minKeys: 1 },
        ),
        weight: 5,
      },
      {
        arbitrary: parameters.map((AuthParameters) => ({
          ClientId: portal.identity.clientId,
          AuthFlow: 'USER_SRP_AUTH',
          AuthParameters,
        })),
        weight: 3,
      },
      { arbitrary: fc.jsonValue(), weight: 1 },
    );
    const failures: object[] = [];
    let number = 0;
    for (const [operation, body] of fc.sample(fc.tuple(fc.constantFrom(...operations), bodies), {
      seed,
      numRuns: cases,
    })) {
      const answer = await portal.app.inject({
        method: 'POST',
        url: '/user-pool',
        remoteAddress: `2001:db8:0:${(number++).toString(16)}::1`,
        headers: {
          host: 'localhost',
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        payload: JSON.stringify(body),
      });
      const wrong =
        answer.statusCode >= 500 ||
        /\bat \S+ \(|\.ts:\d+/.test(answer.body) ||
        answer.body.includes('AccessToken"');
      if (wrong)
        failures.push({
          seed,
          operation,
          body,
          status: answer.statusCode,
          answer: answer.body.slice(0, 300),
        });
    }
    expect(failures.slice(0, 20)).toEqual([]);
    expect(await account()).toEqual(before);
  },
);
