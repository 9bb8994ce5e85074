import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
  type AttributeType,
  type CognitoIdentityProviderClientConfig,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { guessablePassword, isGuessable } from '#platform/server/guessablePasswords.ts';
import { vendorClient } from '#platform/server/vendorCalls.ts';
import {
  IdentityError,
  type ConfirmOutcome,
  type GuessableWords,
  type Identity,
  type IdentityUser,
} from '../port.ts';
import { changeRefusal, refusalName, toIdentityError } from './errors.ts';
import { secondFactorPart } from './secondFactor.ts';
import { openTokenCheck } from './tokens.ts';

export type CognitoOptions = {
  userPoolId: string;
  clientId: string;
  region: string;
  /** Another address than AWS's own, for a server that speaks the same protocol. */
  endpoint?: string | undefined;
  now: () => Date;
  /** Told after every token of a person was ended through this port. A sign-out in a browser is not seen here. */
  onSignedOutEverywhere?: (cognitoId: string) => Promise<void>;
  guessableWords?: GuessableWords;
  /** AWS's ordinary chain (environment, profile, role of the machine) when absent. */
  credentials?: CognitoIdentityProviderClientConfig['credentials'];
};

const toIdentityUser = (attributes: AttributeType[] = [], username = ''): IdentityUser => {
  const values = new Map(attributes.map(({ Name, Value }) => [Name, Value]));
  return {
    cognitoId: values.get('sub') ?? username,
    email: (values.get('email') ?? '').toLowerCase(),
    emailVerified: values.get('email_verified') === 'true',
    subscriptionId: values.get('custom:subscriptionId') || null,
  };
};

const addressesOf = ({ region, userPoolId, endpoint }: CognitoOptions) => {
  if (endpoint) return { api: endpoint, issuers: [`${endpoint.replace(/(?<!\/)\/+$/, '')}/${userPoolId}`] };
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const api = `https://cognito-idp.${region}.${domain}`;
  // newer pools issue under the second name
  return {
    api,
    issuers: [`${api}/${userPoolId}`, `https://issuer-cognito-idp.${region}.${domain}/${userPoolId}`],
  };
};

/** What a refused confirmation means; null when it means nothing about the code. */
function confirmRefusal(error: unknown): ConfirmOutcome | null {
  switch (refusalName(error)) {
    case undefined:
      return null;
    case 'CodeMismatchException':
    case 'UserNotFoundException':
    case 'InvalidParameterException':
      return 'invalid';
    case 'ExpiredCodeException':
      return 'expired';
    case 'NotAuthorizedException':
      return /status is CONFIRMED/i.test(String(error)) ? 'already_confirmed' : 'other';
    default:
      return 'other';
  }
}

/**
 * AWS Cognito behind the port. The pool signs in by e-mail address, is case-insensitive, has the attribute
 * `custom:subscriptionId`, and its client has no secret. The program's AWS identity needs the Admin actions used here.
 */
export function openCognitoIdentity(options: CognitoOptions): Identity {
  const {
    userPoolId: UserPoolId,
    clientId: ClientId,
    region,
    endpoint,
    credentials,
    onSignedOutEverywhere,
  } = options;
  const { api, issuers } = addressesOf(options);
  const client = vendorClient(
    'cognito',
    new CognitoIdentityProviderClient({
      region,
      ...(endpoint ? { endpoint } : {}),
      ...(credentials ? { credentials } : {}),
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    }),
  );
  const checkTokens = openTokenCheck({ issuers, clientId: ClientId, now: options.now });
  const orIdentityError = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw toIdentityError(error);
    }
  };

  /** What a refresh token renews names the sign-in that it came from; nothing else of it can be read. */
  const checkRefreshToken = async (REFRESH_TOKEN: string, signInId: string): Promise<void> => {
    try {
      const refresh = {
        ClientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN },
      } as const;
      const { AuthenticationResult } = await client.send(new InitiateAuthCommand(refresh));
      const { origin_jti } = decodeJwt(AuthenticationResult?.AccessToken ?? '');
      if (origin_jti !== undefined && origin_jti !== signInId)
        throw new IdentityError('invalid-token', 'The refresh token belongs to another sign-in.');
    } catch (error) {
      throw toIdentityError(error);
    }
  };

  const endAllTokens = async (cognitoId: string): Promise<void> => {
    try {
      await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: cognitoId }));
    } catch (error) {
      if (refusalName(error) !== 'UserNotFoundException') throw toIdentityError(error);
    }
  };
  const signOutEverywhere = async (cognitoId: string): Promise<void> => {
    await endAllTokens(cognitoId);
    await onSignedOutEverywhere?.(cognitoId);
  };

  const findUser: Identity['findUser'] = async (email) => {
    try {
      const found = await client.send(
        new AdminGetUserCommand({ UserPoolId, Username: email.trim().toLowerCase() }),
      );
      return toIdentityUser(found.UserAttributes, found.Username);
    } catch (error) {
      if (refusalName(error) === 'UserNotFoundException') return null;
      throw toIdentityError(error);
    }
  };

  /** AWS has rules for passwords, but knows neither common ones nor the person. */
  const demandUnguessable = async (cognitoId: string | null, password: string, about: readonly string[]) => {
    // one that is too short is refused by AWS, in its own words
    if (password.length < 8) return;
    if (isGuessable(password, [...about, ...((await options.guessableWords?.(cognitoId)) ?? [])]))
      throw new IdentityError('guessable-password', guessablePassword);
  };

  const createUser: Identity['createUser'] = async ({
    email: given,
    password,
    subscriptionId,
    temporary,
    about = [],
  }) => {
    const email = given.trim().toLowerCase();
    await demandUnguessable(null, password, [email, ...about]);
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
      ...(subscriptionId ? [{ Name: 'custom:subscriptionId', Value: subscriptionId }] : []),
    ];
    const create = new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      TemporaryPassword: password,
      MessageAction: 'SUPPRESS',
      UserAttributes,
    });
    const { User } = await orIdentityError(client.send(create));
    const user = toIdentityUser(User?.Attributes, User?.Username);
    if (temporary) return user;
    try {
      await client.send(
        new AdminSetUserPasswordCommand({
          UserPoolId,
          Username: user.cognitoId,
          Password: password,
          Permanent: true,
        }),
      );
    } catch (error) {
      // half a person would answer `user-exists` for ever
      await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: user.cognitoId })).catch(() => {});
      throw toIdentityError(error);
    }
    return user;
  };

  return {
    browserUserPool: () => ({ ClientId, UserPoolId, region, endpoint: endpoint ?? null }),
    browserOrigins: () => [new URL(api).origin],
    verify: async (tokens) => {
      const { cognitoId, signedInAt, signInId } = await checkTokens(tokens);
      if (tokens.refreshToken !== undefined) await checkRefreshToken(tokens.refreshToken, signInId);
      // a revoked token still verifies offline; only the pool itself knows
      const { UserAttributes, Username, UserMFASettingList } = await orIdentityError(
        client.send(new GetUserCommand({ AccessToken: tokens.accessToken })),
      );
      const user = toIdentityUser(UserAttributes, Username);
      if (user.cognitoId !== cognitoId)
        throw new IdentityError('invalid-token', 'The tokens belong to somebody else.');
      return {
        ...user,
        signInId,
        hasSecondFactor: UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
        gaveCode: null,
        signedInAt,
      };
    },
    ...secondFactorPart({ client, UserPoolId, ClientId, findUser }),
    confirmSignUp: async (username, code) => {
      try {
        await client.send(
          new ConfirmSignUpCommand({
            ClientId,
            Username: username.trim().toLowerCase(),
            ConfirmationCode: code.trim(),
          }),
        );
        return 'confirmed';
      } catch (error) {
        const outcome = confirmRefusal(error);
        if (outcome === null) throw toIdentityError(error);
        return outcome;
      }
    },
    createUser,
    findUser,
    setPassword: async (cognitoId, password) => {
      await demandUnguessable(cognitoId, password, [(await findUser(cognitoId))?.email ?? '']);
      await orIdentityError(
        client.send(
          new AdminSetUserPasswordCommand({
            UserPoolId,
            Username: cognitoId,
            Password: password,
            Permanent: true,
          }),
        ),
      );
      const verified = {
        UserPoolId,
        Username: cognitoId,
        UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
      };
      await orIdentityError(client.send(new AdminUpdateUserAttributesCommand(verified)));
      await signOutEverywhere(cognitoId);
    },
    changePassword: async (AccessToken, { present, chosen }) => {
      // the pool judges the token first, and so does this
      const { UserAttributes, Username } = await orIdentityError(
        client.send(new GetUserCommand({ AccessToken })),
      );
      const { cognitoId, email } = toIdentityUser(UserAttributes, Username);
      await demandUnguessable(cognitoId, chosen, [email]);
      try {
        await client.send(
          new ChangePasswordCommand({ AccessToken, PreviousPassword: present, ProposedPassword: chosen }),
        );
      } catch (error) {
        throw changeRefusal(error);
      }
    },
    deleteUser: async (cognitoId) => {
      try {
        await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: cognitoId }));
      } catch (error) {
        if (refusalName(error) !== 'UserNotFoundException') throw toIdentityError(error);
      }
      await onSignedOutEverywhere?.(cognitoId);
    },
    signOutEverywhere,
    endAllTokens,
    revoke: async (refreshToken) => {
      try {
        await client.send(new RevokeTokenCommand({ ClientId, Token: refreshToken }));
      } catch (error) {
        if (refusalName(error) === undefined) throw toIdentityError(error);
      }
    },
  };
}
