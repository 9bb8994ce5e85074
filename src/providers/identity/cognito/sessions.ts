import {
  AdminUserGlobalSignOutCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { IdentityError, type Identity } from '../port.ts';
import { orIdentityError, refusalName, toIdentityError } from './errors.ts';
import type { openTokenCheck } from './tokens.ts';
import { toIdentityUser } from './user.ts';

/** The parts of the port about tokens: what they prove, and how they end. */
export function sessionPart({
  client,
  UserPoolId,
  ClientId,
  checkTokens,
  onSignedOutEverywhere,
}: {
  client: CognitoIdentityProviderClient;
  UserPoolId: string;
  ClientId: string;
  checkTokens: ReturnType<typeof openTokenCheck>;
  onSignedOutEverywhere: ((cognitoId: string) => Promise<void>) | undefined;
}): Pick<Identity, 'verify' | 'signOutEverywhere' | 'endAllTokens' | 'revoke'> {
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

  return {
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
    endAllTokens,
    signOutEverywhere: async (cognitoId) => {
      await endAllTokens(cognitoId);
      await onSignedOutEverywhere?.(cognitoId);
    },
    revoke: async (refreshToken) => {
      try {
        await client.send(new RevokeTokenCommand({ ClientId, Token: refreshToken }));
      } catch (error) {
        if (refusalName(error) === undefined) throw toIdentityError(error);
      }
    },
  };
}
