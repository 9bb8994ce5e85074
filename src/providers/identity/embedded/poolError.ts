/** A refusal in the words of the Cognito protocol: `name` goes out as `__type`. */
export class PoolError extends Error {
  readonly status: number;
  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

const notAuthorized = (message: string) => new PoolError('NotAuthorizedException', message);

/** The messages that Cognito's clients know, each in one place. */
export const refusals = {
  wrongPassword: () => notAuthorized('Incorrect username or password.'),
  lockedOut: () => notAuthorized('Password attempts exceeded'),
  temporaryPasswordExpired: () =>
    notAuthorized('Temporary password has expired and must be reset by an administrator.'),
  token: (kind: 'Access' | 'Refresh', what: 'revoked' | 'expired' | 'invalid') =>
    notAuthorized(
      what === 'invalid'
        ? `Invalid ${kind} Token`
        : `${kind} Token has ${what === 'revoked' ? 'been revoked' : 'expired'}`,
    ),
  session: (what: 'invalid' | 'expired' | 'used') =>
    notAuthorized(
      {
        invalid: 'Invalid session for the user.',
        expired: 'Invalid session for the user, session is expired.',
        used: 'Invalid session for the user, session can only be used once.',
      }[what],
    ),
  alreadyConfirmed: () => notAuthorized('User cannot be confirmed. Current status is CONFIRMED'),
  attributeNotWritable: () => notAuthorized('A client attempted to write unauthorized attribute'),
  attributeFixed: (name: string) => notAuthorized(`Cannot modify an already provided ${name}`),
  userNotFound: () => new PoolError('UserNotFoundException', 'User does not exist.'),
  nameNotFound: () => new PoolError('UserNotFoundException', 'Username/client id combination not found.'),
  userExists: () =>
    new PoolError('UsernameExistsException', 'An account with the given email already exists.'),
  notConfirmed: () => new PoolError('UserNotConfirmedException', 'User is not confirmed.'),
  resetRequired: () =>
    new PoolError('PasswordResetRequiredException', 'Password reset required for the user'),
  codeMismatch: () =>
    new PoolError('CodeMismatchException', 'Invalid verification code provided, please try again.'),
  codeExpired: () =>
    new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
  wrongCode: () => new PoolError('CodeMismatchException', 'Invalid code received for user'),
  codeUsed: () => new PoolError('ExpiredCodeException', 'Your software token has already been used once.'),
  tokenNotEnabled: () =>
    new PoolError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA'),
  noSoftwareToken: () =>
    new PoolError('SoftwareTokenMFANotFoundException', 'Software Token MFA does not exist for the user.'),
  codeNotDelivered: () =>
    new PoolError(
      'CodeDeliveryFailureException',
      'The code could not be sent. Please try again in a moment.',
    ),
  attemptLimit: () =>
    new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
  tooManyRequests: () =>
    new PoolError('TooManyRequestsException', 'Too many requests. Please try again in a moment.'),
  weakPassword: (what: string) =>
    new PoolError('InvalidPasswordException', `Password did not conform with policy: ${what}`),
  guessablePassword: (why: string) => new PoolError('InvalidPasswordException', why),
  secondFactorGuarded: () =>
    notAuthorized(
      'To replace your authenticator app or switch it off, sign in to the portal and go to Settings, Your Details.',
    ),
  triggerRefused: (trigger: 'PreSignUp', why: string) =>
    new PoolError('UserLambdaValidationException', `${trigger} failed with error ${why}`),
  noClient: (clientId: string) =>
    new PoolError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`),
  invalid: (message: string) => new PoolError('InvalidParameterException', message),
  unsupportedToken: () =>
    new PoolError(
      'UnsupportedTokenTypeException',
      'The token is not supported: only a refresh token can be revoked.',
    ),
  internal: () =>
    new PoolError(
      'InternalErrorException',
      'Something went wrong on our side. Please try again in a moment.',
      500,
    ),
};
