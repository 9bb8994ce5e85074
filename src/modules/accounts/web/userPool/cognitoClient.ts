import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
  type AuthenticationResultType,
} from '@aws-sdk/client-cognito-identity-provider';
import { PoolError } from './poolError.ts';

export type PoolTokens = { idToken: string; accessToken: string; refreshToken: string };
/** The demand of a code after a right password: whose, and the pool's name of this attempt. */
export type CodeDemand = { username: string; session: string };
/** Signed in, told to choose an own password first, or asked for the code of an app. */
export type SignInAnswer = { tokens: PoolTokens } | { changePassword: true } | { code: CodeDemand };
export type PoolFacts = { ClientId: string; UserPoolId: string; region: string; endpoint: string | null };

/** What the SDK throws, as one kind of error. */
function asPoolError(error: unknown): never {
  const known = error as { name?: string; message?: string; $metadata?: { httpStatusCode?: number } } | null;
  const status = known?.$metadata?.httpStatusCode;
  if (status === undefined) throw new PoolError('offline', known?.message ?? '', 0, error);
  // the client's own word for an answer that says nothing
  const message = known?.message === 'UnknownError' ? '' : (known?.message ?? '');
  throw new PoolError(known?.name ?? 'UnknownError', message, status, error);
}

const tokensOf = (result: AuthenticationResultType | undefined): PoolTokens => {
  if (!result?.IdToken || !result.AccessToken || !result.RefreshToken)
    throw new PoolError('UnexpectedAnswer', '', 200);
  return { idToken: result.IdToken, accessToken: result.AccessToken, refreshToken: result.RefreshToken };
};

type Pool = { client: CognitoIdentityProviderClient; ClientId: string };

const authenticate = ({ client, ClientId }: Pool, username: string, password: string) =>
  client
    .send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password },
      }),
    )
    .catch(asPoolError);

function signingIn(pool: Pool) {
  const { client, ClientId } = pool;

  async function signIn(username: string, password: string): Promise<SignInAnswer> {
    const answer = await authenticate(pool, username, password);
    if (answer.ChallengeName === 'NEW_PASSWORD_REQUIRED') return { changePassword: true };
    if (answer.ChallengeName === 'SOFTWARE_TOKEN_MFA' && answer.Session)
      return {
        code: { username: answer.ChallengeParameters?.USER_ID_FOR_SRP ?? username, session: answer.Session },
      };
    if (answer.ChallengeName)
      throw new PoolError(
        'UnsupportedChallenge',
        `This account asks for ${answer.ChallengeName}, which this page cannot answer.`,
        400,
      );
    return { tokens: tokensOf(answer.AuthenticationResult) };
  }

  async function answerCode({ username, session }: CodeDemand, code: string): Promise<PoolTokens> {
    const answer = await client
      .send(
        new RespondToAuthChallengeCommand({
          ClientId,
          ChallengeName: 'SOFTWARE_TOKEN_MFA',
          Session: session,
          ChallengeResponses: { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code },
        }),
      )
      .catch(asPoolError);
    return tokensOf(answer.AuthenticationResult);
  }

  return {
    signIn,
    answerCode,
    revoke: async (refreshToken: string): Promise<void> => {
      await client.send(new RevokeTokenCommand({ ClientId, Token: refreshToken })).catch(asPoolError);
    },
  };
}

function passwords(pool: Pool) {
  const { client, ClientId } = pool;

  /** Replaces a temporary or known password, then ends every token made so far (platform.md 7). */
  async function changePassword(username: string, temporary: string, chosen: string): Promise<void> {
    const answer = await authenticate(pool, username, temporary);
    let accessToken: string;
    if (answer.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
      // the pool refuses these attributes when they are echoed, so nothing but the password is sent
      const name = answer.ChallengeParameters?.USER_ID_FOR_SRP ?? username;
      const responses = { USERNAME: name, NEW_PASSWORD: chosen };
      const changed = await client
        .send(
          new RespondToAuthChallengeCommand({
            ClientId,
            ChallengeName: 'NEW_PASSWORD_REQUIRED',
            Session: answer.Session,
            ChallengeResponses: responses,
          }),
        )
        .catch(asPoolError);
      // where a code is asked for next, the password is changed and nobody is signed in
      if (changed.ChallengeName) return;
      accessToken = tokensOf(changed.AuthenticationResult).accessToken;
    } else {
      accessToken = tokensOf(answer.AuthenticationResult).accessToken;
      await client
        .send(
          new ChangePasswordCommand({
            AccessToken: accessToken,
            PreviousPassword: temporary,
            ProposedPassword: chosen,
          }),
        )
        .catch(asPoolError);
    }
    await client.send(new GlobalSignOutCommand({ AccessToken: accessToken })).catch(asPoolError);
  }

  return {
    changePassword,
    forgotPassword: async (username: string): Promise<void> => {
      await client.send(new ForgotPasswordCommand({ ClientId, Username: username })).catch(asPoolError);
    },
    confirmPassword: async (username: string, code: string, password: string): Promise<void> => {
      await client
        .send(
          new ConfirmForgotPasswordCommand({
            ClientId,
            Username: username,
            ConfirmationCode: code,
            Password: password,
          }),
        )
        .catch(asPoolError);
    },
  };
}

const authenticatorApp = ({ client }: Pool) => ({
  /** A secret for an authenticator app, as base32. */
  associateApp: async (accessToken: string): Promise<string> => {
    const { SecretCode } = await client
      .send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }))
      .catch(asPoolError);
    if (!SecretCode) throw new PoolError('UnexpectedAnswer', '', 200);
    return SecretCode;
  },
  /** The first code of an app; whether codes are demanded is switched at the portal. */
  verifyApp: async (accessToken: string, code: string): Promise<void> => {
    await client
      .send(new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }))
      .catch(asPoolError);
  },
});

function signingUp({ client, ClientId }: Pool) {
  /** @param pass of a solved captcha, for the pool's pre-sign-up trigger */
  async function signUp(
    email: string,
    password: string,
    signUpCode: string | null,
    pass: string,
  ): Promise<void> {
    const attributes = [
      { Name: 'email', Value: email },
      ...(signUpCode ? [{ Name: 'custom:subscriptionId', Value: signUpCode }] : []),
    ];
    const ValidationData = [{ Name: 'captcha', Value: pass }];
    await client
      .send(
        new SignUpCommand({
          ClientId,
          Username: email,
          Password: password,
          UserAttributes: attributes,
          ValidationData,
        }),
      )
      .catch(asPoolError);
  }

  return {
    signUp,
    confirmSignUp: async (username: string, code: string): Promise<void> => {
      await client
        .send(new ConfirmSignUpCommand({ ClientId, Username: username, ConfirmationCode: code }))
        .catch(asPoolError);
    },
    resendCode: async (username: string): Promise<void> => {
      await client
        .send(new ResendConfirmationCodeCommand({ ClientId, Username: username }))
        .catch(asPoolError);
    },
  };
}

/** An ordinary client of a Cognito user pool: AWS's own where `endpoint` is null. Every function throws `PoolError`. */
export function openPool({ ClientId, region, endpoint }: PoolFacts) {
  const client = new CognitoIdentityProviderClient({
    region,
    maxAttempts: 2,
    ...(endpoint ? { endpoint: new URL(endpoint, location.href).href } : {}),
  });
  const pool = { client, ClientId };
  return { ...signingIn(pool), ...passwords(pool), ...authenticatorApp(pool), ...signingUp(pool) };
}
export type PoolClient = ReturnType<typeof openPool>;
