import type { CommonRefusal, RefusalsOf } from '#platform/endpoint.ts';
import { fillWords } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import { commonMessages, offlineMessage, refreshPage } from '#platform/web/messages.ts';
import type { accountsContract } from '../contract.ts';
import { guessablePassword } from '#platform/guessablePassword.ts';
import { PoolError } from './userPool/poolError.ts';

type Refusal = RefusalsOf<typeof accountsContract> | CommonRefusal;

/** platform.md 5 and 8, word for word; ours fill gaps of the catalog, mostly what stands at a field. */
export const wording = {
  serverError: 'Server Error. Please try again in some time.',
  offline: offlineMessage,
  generic: refreshPage,
  signInRequired: 'Please enter username and password',
  usernameRequired: 'Please enter username',
  temporaryRequired: 'Please enter the temporary password.',
  newPasswordRequired: 'Please enter and confirm the new password.',
  reenteredMismatch: 'New password does not match the reentered password.',
  formIncomplete: 'Form Incomplete. Please fill empty fields.',
  confirmMismatch: 'New password does not match the confirm password.',
  passwordsDiffer: "Passwords don't match",
  matchNewPassword: 'Match new password',
  passwordRequired: 'Please enter a password.',
  currentPasswordRequired: 'Please enter your current password.',
  signInPasswordRequired: 'Please enter your password.',
  repeatRequired: 'Please enter the same password again.',
  passwordRulesUnmet: 'This password does not meet all the rules yet.',
  samePassword: 'Choose a password that differs from your current one.',
  wrongCurrentPassword: 'That is not your current password.',
  robot: 'You smell like a robot.',
  accountExists: 'Looks like you already have an account',
  emailRequired: 'Work email address is required.',
  emailInvalid: 'Please enter a valid email address.',
  alreadyConfirmed: 'Your email address has already been verified.',
  confirmed: 'Your email address has been verified.',
  linkExpired: 'The verification link has expired.',
  linkInvalid: 'The verification link is invalid.',
  signUpPasswordRequired: 'Please enter the password that you chose when you signed up.',
  notSignUpPassword:
    'This is not the password of this sign-up. After several wrong ones, wait a few minutes and try again.',
  resent: 'Verification email has been sent. Please check your email.',
  resendFailed: 'Unable to resend verification email. Please try again later.',
  passwordReset: 'Your password has been reset',
  passwordResetByLink: 'Your password was successfully reset. You will be redirected to the sign in page.',
  resetFailed:
    'Something went wrong while resetting password. Try again, or email support@{emaildomain} for help.',
  resetRequestFailed:
    'Something went wrong while verifying email. Try again, or email support@{emaildomain} for help.',
  resetLinkInvalid: 'The link is invalid. Request another link, or email support@{emaildomain} for help.',
  resetCheckFailed:
    'Something went wrong while verifying the link. Try again, or email support@{emaildomain} for help.',
  magicLinkFailed:
    'Oops, something went wrong. Check your email invite and try again. Questions? Contact us at support.',
  userExists:
    'An account already exists. Sign in now. Having problems? Click the Forgot Password link, or email support.',
  inviteUsed: "You've already created an account ({email}). Please sign in.",
  inviteLookupFailed:
    'Something went wrong while checking the provided data. Try again, or email support@{emaildomain} for help.',
} as const;

/** platform.md 5 */
export const weakPassword =
  'Choose a password of at least 8 characters with a lowercase letter, an uppercase letter and a number.';

/** What a person reads for every way in which a call of this module can refuse. */
const refusals: Record<Refusal, string> = {
  ...commonMessages,
  'invalid-token': 'Your sign-in could not be checked. Please sign in again.',
  'identity-unavailable': wording.serverError,
  'wrong-password': wording.notSignUpPassword,
  'link-invalid': wording.resetLinkInvalid,
  'link-used': "You've already created an account. Please sign in.",
  'user-exists': wording.userExists,
  'weak-password': weakPassword,
  'guessable-password': guessablePassword,
  'already-admin': 'This person already administers your organization.',
  'no-such-invite': 'This invitation is no longer there. Reload the page.',
  'invite-ended': 'This invitation has ended. Reload the page.',
  'invite-open': 'This invitation is still open. Cancel it first.',
  'cannot-be-invited': 'This address cannot be invited. Use another one.',
  'too-many-invites': 'Your organization has sent many invitations today. Please try again tomorrow.',
  'too-many-requests': 'Too many attempts. Please wait {wait} and try again.',
};

const serverErrors = [502, 503, 504];

const waitOf = (error: CallError): string => {
  const seconds = Number(error.detail.retryAfterSeconds) || 60;
  return seconds < 90
    ? 'a minute'
    : seconds < 5400
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3600)} hours`;
};

/** Messages of the user pool that are shown in other words (platform.md 5). */
const poolMessages: Record<string, string> = {
  'Username/client id combination not found.': wording.emailInvalid,
  'User does not exist.': 'Incorrect username or password.',
};

/**
 * What a person reads when something did not work.
 * @param otherwise for what nothing better is known about
 */
export function messageOf(error: unknown, otherwise: string = wording.generic): string {
  if (error instanceof PoolError) {
    if (error.code === 'offline') return wording.offline;
    if (serverErrors.includes(error.status)) return wording.serverError;
    return poolMessages[error.message] ?? (error.message || fillWords(otherwise));
  }
  if (error instanceof CallError) {
    if (error.code === 'offline') return wording.offline;
    if (serverErrors.includes(error.status)) return wording.serverError;
    const known = (refusals as Record<string, string | undefined>)[error.code];
    if (known && typeof error.detail.notice === 'string') return fillWords(error.detail.notice);
    if (known) return fillWords(known, { wait: waitOf(error) });
  }
  return fillWords(otherwise);
}
