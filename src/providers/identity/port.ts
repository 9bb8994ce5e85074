import type { GlobalDb } from '#platform/server/database/database.ts';

/** The user pool as the server needs it. The browser speaks the Cognito protocol with it directly. */

export type IdentityUser = {
  /** The pool's own id of the person (`sub`), called cognitoId on the wire. */
  cognitoId: string;
  email: string;
  emailVerified: boolean;
  /** `custom:subscriptionId`, given at sign-up. */
  signUpCode: string | null;
};

/** What the tokens of a sign-in prove. */
export type SignIn = IdentityUser & {
  /** The same for all tokens of one sign-in, new ones included. */
  signInId: string;
  /** The pool demands a code of an authenticator app at every sign-in of this person, from when that was switched on. */
  hasSecondFactor: boolean;
  /** This very sign-in gave such a code; null where the pool's tokens do not tell. */
  gaveCode: boolean | null;
  /** When the password was given, to the second; new tokens for an old sign-in keep its time. */
  signedInAt: Date;
};

export type ConfirmOutcome = 'confirmed' | 'already_confirmed' | 'expired' | 'invalid' | 'other';

/** What an ordinary Cognito client in the browser needs; `endpoint` is null for AWS's own. */
export type BrowserUserPool = {
  ClientId: string;
  UserPoolId: string;
  region: string;
  endpoint: string | null;
};

export class IdentityError extends Error {
  readonly code:
    | 'invalid-token'
    | 'user-exists'
    | 'user-not-found'
    | 'weak-password'
    | 'guessable-password'
    | 'no-second-factor'
    | 'wrong-code'
    | 'wrong-password'
    | 'too-many-attempts'
    | 'unavailable';
  constructor(code: IdentityError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'IdentityError';
    this.code = code;
  }
}

export type Identity = {
  /** @param origin address at which the browser sees the portal, when not the usual one; a pool of the portal's own is then reached there. */
  browserUserPool: (origin?: string) => BrowserUserPool;
  /** Origins that the browser must be allowed to connect to; empty when the pool is on the portal's own origin. */
  browserOrigins: () => string[];
  /** Checks signature, issuer, audience, expiry and that all tokens given are of one sign-in and not revoked. Throws `invalid-token`. */
  verify: (tokens: { idToken: string; accessToken: string; refreshToken?: string }) => Promise<SignIn>;
  /**
   * The person of an address and password, whether or not a second factor would follow; null when either is wrong or the
   * account cannot sign in. Counts towards the pool's lock-out like any sign-in.
   * @param options.unconfirmed also judges an account whose address is not confirmed yet
   */
  checkPassword: (
    email: string,
    password: string,
    options?: { unconfirmed?: boolean },
  ) => Promise<IdentityUser | null>;
  /** Lets the pool demand codes of the app that the person of an access token has verified. Throws `invalid-token`, `no-second-factor`. */
  enableSecondFactor: (accessToken: string) => Promise<void>;
  /**
   * Puts the app that the person of an access token is setting up in the place of the one in use, by its first code: the old
   * one stops counting at that moment. Throws `invalid-token`, `wrong-code`, `too-many-attempts`, `no-second-factor` where no app waits for its code.
   */
  replaceApp: (accessToken: string, code: string) => Promise<void>;
  /** Lets a person sign in by password alone again; an unknown person is no error. */
  disableSecondFactor: (cognitoId: string) => Promise<void>;
  /** Confirms a sign-up with the code of the mail. Never throws for a wrong code. */
  confirmSignUp: (username: string, code: string) => Promise<ConfirmOutcome>;
  /**
   * Makes a confirmed person with a password (invitations, demo); the caller knows that the address is theirs.
   * With `temporary` the password works for seven days and only to choose another. Throws `user-exists`, `weak-password`, `guessable-password`.
   * `about` are further words that the password may not be made of, such as the company's name.
   */
  createUser: (user: {
    email: string;
    password: string;
    signUpCode?: string | null;
    temporary?: boolean;
    about?: readonly string[];
  }) => Promise<IdentityUser>;
  /** Finds a person by address, whatever the case. */
  findUser: (email: string) => Promise<IdentityUser | null>;
  /**
   * Sets a password without the old one (reset links). The caller knows that the address is theirs: the person is confirmed afterwards.
   * Ends every token of the person. Throws `user-not-found`, `weak-password`, `guessable-password`.
   */
  setPassword: (cognitoId: string, password: string) => Promise<void>;
  /**
   * Replaces the password of an access token's person, who gives the present one. Which sessions and tokens end is the caller's
   * to say. Throws `invalid-token`, `wrong-password`, `weak-password`, `guessable-password`, `too-many-attempts`.
   */
  changePassword: (accessToken: string, passwords: { present: string; chosen: string }) => Promise<void>;
  /** Removes a person for good, with every token and session of theirs; an unknown person is no error. */
  deleteUser: (cognitoId: string) => Promise<void>;
  /** Ends every token of a person; the portal's sessions of theirs end with them. */
  signOutEverywhere: (cognitoId: string) => Promise<void>;
  /** Ends every token of a person and no session: which of those end is the caller's to say. */
  endAllTokens: (cognitoId: string) => Promise<void>;
  /** Removes codes, challenges and tokens that have expired, where the pool is ours to tidy. */
  sweep?: () => Promise<void>;
  /** Ends one refresh token; unknown tokens are no error. */
  revoke: (refreshToken: string) => Promise<void>;
};

/** A code on its way from a pool of the portal's own to a mailbox. `host` is the name under which the browser came: not to be trusted, only to be looked up among the brands. */
export type CodeDelivery = {
  kind: 'sign-up' | 'resend' | 'forgot-password';
  email: string;
  code: string;
  cognitoId: string;
  signUpCode: string | null;
  host?: string;
};

/** A sign-up before its account is made, as a pre-sign-up trigger of Cognito sees it; `validationData` came from the browser. */
export type SignUpAttempt = { validationData: Readonly<Record<string, string>>; ip: string };
/** Whether the account may be made; `refusal` is what the trigger fails with. */
export type AdmitSignUp = (
  attempt: SignUpAttempt,
) => Promise<{ admitted: true } | { admitted: false; refusal: string }>;

/** Where a request reached the pool from. */
export type RequestOrigin = { ip: string; userAgent: string };

/** A password that a person chose at the pool itself, without the portal. */
export type PasswordChange = {
  cognitoId: string;
  email: string;
  how: 'reset-code' | 'own-password' | 'temporary-password';
  /** The sign-in that changed it and goes on; every other one ends. */
  keptSignInId: string | null;
  origin: RequestOrigin;
};

/** What a pool of the portal's own reports. An outside pool reports nothing: the portal sees what passes through it. */
export type IdentityEvents = {
  /** On the transaction of the change: both commit or neither does. */
  passwordChanged: (db: GlobalDb, change: PasswordChange) => Promise<void>;
  /** Also for names without an account, under the id that they seem to have, so that both take the same time. */
  signInFailed: (cognitoId: string, origin: RequestOrigin) => Promise<void>;
};

/** Words that the password of a person may not be made of, such as the company's name; null for whoever has no account yet. */
export type GuessableWords = (cognitoId: string | null) => Promise<readonly string[]>;
