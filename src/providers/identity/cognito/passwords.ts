import {
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  ChangePasswordCommand,
  GetUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { guessablePassword, isGuessable } from '#platform/server/secrets/guessablePasswords.ts';
import { IdentityError, type GuessableWords, type Identity } from '../port.ts';
import { changeRefusal, orIdentityError } from './errors.ts';
import { toIdentityUser } from './user.ts';

/** How passwords are judged and set in a pool. */
export function poolPasswords({
  client,
  UserPoolId,
  guessableWords,
}: {
  client: CognitoIdentityProviderClient;
  UserPoolId: string;
  guessableWords: GuessableWords | undefined;
}) {
  return {
    set: (Username: string, Password: string) =>
      client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true })),
    /** AWS has rules for passwords, but knows neither common ones nor the person. */
    demandUnguessable: async (cognitoId: string | null, password: string, about: readonly string[]) => {
      // one that is too short is refused by AWS, in its own words
      if (password.length < 8) return;
      if (isGuessable(password, [...about, ...((await guessableWords?.(cognitoId)) ?? [])]))
        throw new IdentityError('guessable-password', guessablePassword);
    },
  };
}

/** The parts of the port about passwords that are given or changed. */
export function passwordPart({
  client,
  UserPoolId,
  passwords,
  findUser,
  signOutEverywhere,
}: {
  client: CognitoIdentityProviderClient;
  UserPoolId: string;
  passwords: ReturnType<typeof poolPasswords>;
} & Pick<Identity, 'findUser' | 'signOutEverywhere'>): Pick<Identity, 'setPassword' | 'changePassword'> {
  return {
    setPassword: async (cognitoId, password) => {
      await passwords.demandUnguessable(cognitoId, password, [(await findUser(cognitoId))?.email ?? '']);
      await orIdentityError(passwords.set(cognitoId, password));
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
      await passwords.demandUnguessable(cognitoId, chosen, [email]);
      try {
        await client.send(
          new ChangePasswordCommand({ AccessToken, PreviousPassword: present, ProposedPassword: chosen }),
        );
      } catch (error) {
        throw changeRefusal(error);
      }
    },
  };
}
