import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  ChangePasswordCommand,
  ConfirmSignUpCommand,
  GetUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { guessablePassword, isGuessable } from '#platform/server/guessablePasswords.ts';
import { IdentityError, type ConfirmOutcome, type GuessableWords, type Identity } from '../port.ts';
import { changeRefusal, orIdentityError, refusalName, toIdentityError } from './errors.ts';
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
  signOutEverywhere: Identity['signOutEverywhere'];
  onSignedOutEverywhere: ((cognitoId: string) => Promise<void>) | undefined;
  guessableWords: GuessableWords | undefined;
};

/** The parts of the port about people and their passwords. */
export function accountPart(
  parts: AccountParts,
): Pick<
  Identity,
  'findUser' | 'confirmSignUp' | 'createUser' | 'setPassword' | 'changePassword' | 'deleteUser'
> {
  const { client, UserPoolId, ClientId } = parts;

  const setOwnPassword = (Username: string, Password: string) =>
    client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));

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
    if (isGuessable(password, [...about, ...((await parts.guessableWords?.(cognitoId)) ?? [])]))
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
      await setOwnPassword(user.cognitoId, password);
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
    setPassword: async (cognitoId, password) => {
      await demandUnguessable(cognitoId, password, [(await findUser(cognitoId))?.email ?? '']);
      await orIdentityError(setOwnPassword(cognitoId, password));
      const verified = {
        UserPoolId,
        Username: cognitoId,
        UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
      };
      await orIdentityError(client.send(new AdminUpdateUserAttributesCommand(verified)));
      await parts.signOutEverywhere(cognitoId);
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
      await parts.onSignedOutEverywhere?.(cognitoId);
    },
  };
}
