import {
  AdminSetUserMFAPreferenceCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { IdentityError, type Identity } from '../port.ts';
import { refusalName, toIdentityError } from './errors.ts';

/** Challenges that a pool answers with only when the password was right. */
const afterRightPassword = ['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP', 'SELECT_MFA_TYPE'];
/** Refusals that mean: not with this address and password. */
const noSignIn = [
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
];
const replaceRefusals: Record<string, IdentityError['code']> = {
  EnableSoftwareTokenMFAException: 'wrong-code',
  CodeMismatchException: 'wrong-code',
  SoftwareTokenMFANotFoundException: 'no-second-factor',
};
const settings = (on: boolean) => ({ Enabled: on, PreferredMfa: on });

export type SecondFactorParts = {
  client: CognitoIdentityProviderClient;
  UserPoolId: string;
  ClientId: string;
  findUser: Identity['findUser'];
};

/** The parts of the port about passwords and second factors. The pool's MFA must be optional, with authenticator apps. */
export function secondFactorPart({
  client,
  UserPoolId,
  ClientId,
  findUser,
}: SecondFactorParts): Pick<
  Identity,
  'checkPassword' | 'enableSecondFactor' | 'replaceApp' | 'disableSecondFactor'
> {
  /** True for a right password; tokens that a sign-in without second factor gives end at once. */
  async function isRight(USERNAME: string, PASSWORD: string, unconfirmed: boolean): Promise<boolean> {
    try {
      const { AuthenticationResult, ChallengeName } = await client.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME, PASSWORD },
        }),
      );
      if (!AuthenticationResult) return afterRightPassword.includes(ChallengeName ?? '');
      await client.send(new RevokeTokenCommand({ ClientId, Token: AuthenticationResult.RefreshToken }));
      return true;
    } catch (error) {
      // the pool judges the password first: of an account that waits for its code it says so after a right one alone
      if (unconfirmed && refusalName(error) === 'UserNotConfirmedException') return true;
      if (noSignIn.includes(refusalName(error) ?? '')) return false;
      throw toIdentityError(error);
    }
  }
  return {
    checkPassword: async (email, password, { unconfirmed = false } = {}) =>
      (await isRight(email.trim().toLowerCase(), password, unconfirmed)) ? findUser(email) : null,
    enableSecondFactor: async (accessToken) => {
      try {
        await client.send(
          new SetUserMFAPreferenceCommand({
            AccessToken: accessToken,
            SoftwareTokenMfaSettings: settings(true),
          }),
        );
      } catch (error) {
        if (refusalName(error) === 'InvalidParameterException')
          throw new IdentityError('no-second-factor', 'No authenticator app was verified.', error);
        throw toIdentityError(error);
      }
    },
    replaceApp: async (AccessToken, UserCode) => {
      try {
        const { Status } = await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
        if (Status !== 'SUCCESS') throw new IdentityError('wrong-code', 'The pool did not take the code.');
        // a new app takes the old one's place; that codes are demanded is said again rather than trusted to outlive the change
        await client.send(
          new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: settings(true) }),
        );
      } catch (error) {
        const code = replaceRefusals[refusalName(error) ?? ''];
        throw code
          ? new IdentityError(code, 'The pool did not take the app.', error)
          : toIdentityError(error);
      }
    },
    disableSecondFactor: async (cognitoId) => {
      try {
        await client.send(
          new AdminSetUserMFAPreferenceCommand({
            UserPoolId,
            Username: cognitoId,
            SoftwareTokenMfaSettings: settings(false),
          }),
        );
      } catch (error) {
        if (refusalName(error) !== 'UserNotFoundException') throw toIdentityError(error);
      }
    },
  };
}
