import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';
import { codeAt } from './embedded/codes/oneTimeCodes.ts';
import { goodPassword, outcomeOf, refused, serveTestPool } from './testing/pool.ts';

const email = 'ann@example.com';
const newPassword = 'Another-horse-8';

test('the AWS client sets an authenticator app up and signs in with it', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  const { ClientId, region, endpoint } = pool.pool.browserUserPool();
  const aws = new CognitoIdentityProviderClient({ region, endpoint: endpoint!, maxAttempts: 1 });
  const signIn = () =>
    aws.send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: goodPassword },
      }),
    );
  const { AccessToken } = (await signIn()).AuthenticationResult!;
  const { SecretCode } = await aws.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const code = () => codeAt(SecretCode!, pool.clock.now());
  const verified = await aws.send(
    new VerifySoftwareTokenCommand({ AccessToken, UserCode: code(), FriendlyDeviceName: 'Phone' }),
  );
  expect(verified.Status).toBe('SUCCESS');
  await aws.send(
    new SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    }),
  );
  pool.clock.advance(60);
  const { ChallengeName, Session, ChallengeParameters } = await signIn();
  expect([ChallengeName, ChallengeParameters?.FRIENDLY_DEVICE_NAME]).toEqual(['SOFTWARE_TOKEN_MFA', 'Phone']);
  const answer = (SOFTWARE_TOKEN_MFA_CODE: string) =>
    aws.send(
      new RespondToAuthChallengeCommand({
        ClientId,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE },
      }),
    );
  expect((await answer(code())).AuthenticationResult?.TokenType).toBe('Bearer');
});

test('the AWS client tells the whole story too', async () => {
  const pool = await serveTestPool();
  const { ClientId, region, endpoint } = pool.pool.browserUserPool();
  const aws = new CognitoIdentityProviderClient({ region, endpoint: endpoint!, maxAttempts: 1 });
  const made = await aws.send(
    new SignUpCommand({
      ClientId,
      Username: email,
      Password: goodPassword,
      UserAttributes: [{ Name: 'custom:subscriptionId', Value: 'sub-1' }],
    }),
  );
  expect(made).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
  expect(made.$metadata.requestId).toMatch(/^[0-9a-f-]{36}$/);
  await aws.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }));
  await aws.send(
    new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: pool.lastCode(email) }),
  );
  const signIn = (PASSWORD: string) =>
    aws.send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD },
      }),
    );
  expect(await outcomeOf(signIn('Wrong-password-1'))).toEqual(
    refused('NotAuthorizedException', 'Incorrect username or password.'),
  );
  const tokens = (await signIn(goodPassword)).AuthenticationResult!;
  const { AccessToken, RefreshToken } = tokens;
  expect(await aws.send(new GetUserCommand({ AccessToken }))).toMatchObject({ Username: made.UserSub });
  await aws.send(
    new ChangePasswordCommand({ AccessToken, PreviousPassword: goodPassword, ProposedPassword: newPassword }),
  );
  await aws.send(new GlobalSignOutCommand({ AccessToken }));
  expect(await outcomeOf(aws.send(new GetUserCommand({ AccessToken })))).toEqual(
    refused('NotAuthorizedException', 'Access Token has been revoked'),
  );
  const refresh = new InitiateAuthCommand({
    ClientId,
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: RefreshToken! },
  });
  expect(await outcomeOf(aws.send(refresh))).toEqual(
    refused('NotAuthorizedException', 'Refresh Token has been revoked'),
  );
  await aws.send(new ForgotPasswordCommand({ ClientId, Username: email }));
  await aws.send(
    new ConfirmForgotPasswordCommand({
      ClientId,
      Username: email,
      ConfirmationCode: pool.lastCode(email),
      Password: 'Third-horse-9',
    }),
  );
  const later = (await signIn('Third-horse-9')).AuthenticationResult!;
  await aws.send(new RevokeTokenCommand({ ClientId, Token: later.RefreshToken! }));
  await pool.pool.createUser({ email: 'bob@example.com', password: goodPassword, temporary: true });
  const challenge = await aws.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'bob@example.com', PASSWORD: goodPassword },
    }),
  );
  const answered = await aws.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: challenge.Session!,
      ChallengeResponses: { USERNAME: 'bob@example.com', NEW_PASSWORD: newPassword },
    }),
  );
  expect(answered.AuthenticationResult?.TokenType).toBe('Bearer');
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  const admin = new CognitoIdentityProviderClient({
    region,
    endpoint: endpoint!,
    credentials,
    maxAttempts: 1,
  });
  expect(await outcomeOf(admin.send(new ListUsersCommand({ UserPoolId: pool.pool.poolId })))).toMatchObject({
    name: 'UnknownOperationException',
  });
});
