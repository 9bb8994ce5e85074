import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  ConfirmSignUpCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ConfirmOutcome, Identity } from '../port.ts';
import { orIdentityError, refusalName, toIdentityError } from './errors.ts';
import type { poolPasswords } from './passwords.ts';
import { toIdentityUser } from './user.ts';

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

type AccountParts = {
  client: CognitoIdentityProviderClient;
  UserPoolId: string;
  ClientId: string;
  passwords: ReturnType<typeof poolPasswords>;
  onSignedOutEverywhere: ((cognitoId: string) => Promise<void>) | undefined;
};

/** The parts of the port about people. */
export function accountPart({
  client,
  UserPoolId,
  ClientId,
  passwords,
  onSignedOutEverywhere,
}: AccountParts): Pick<Identity, 'findUser' | 'confirmSignUp' | 'createUser' | 'deleteUser'> {
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

  const createUser: Identity['createUser'] = async ({
    email: given,
    password,
    signUpCode,
    temporary,
    about = [],
  }) => {
    const email = given.trim().toLowerCase();
    await passwords.demandUnguessable(null, password, [email, ...about]);
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
      ...(signUpCode ? [{ Name: 'custom:subscriptionId', Value: signUpCode }] : []),
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
      await passwords.set(user.cognitoId, password);
    } catch (error) {
      // half a person would answer `user-exists` for ever
      await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: user.cognitoId })).catch(() => {});
      throw toIdentityError(error);
    }
    return user;
  };

  return {
    findUser,
    createUser,
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
    deleteUser: async (cognitoId) => {
      try {
        await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: cognitoId }));
      } catch (error) {
        if (refusalName(error) !== 'UserNotFoundException') throw toIdentityError(error);
      }
      await onSignedOutEverywhere?.(cognitoId);
    },
  };
}
