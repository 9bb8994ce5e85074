import type { CommonRefusal } from '../endpoint.ts';
import { fillWords } from './boot.ts';
import { CallError } from './call.ts';

/** platform.md 8: the support-suffixed generic errors. */
export const tryAgain = 'Try again. If this problem persists, contact support@{emaildomain}.';
export const refreshPage = 'Something went wrong. Try refreshing the page or email support@{emaildomain}.';

/** The portal did not answer at all. */
export const offlineMessage = 'The portal cannot be reached. Check your internet connection and try again.';

/** What a person reads for the refusals that any call may answer with; a module says it better where it can. */
export const commonMessages: Record<CommonRefusal, string> = {
  unauthenticated: 'Your session has ended. Please sign in again.',
  csrf: 'This page is out of date. Reload it and try again.',
  'module-inactive': 'Your plan does not include this now. Choose a plan to continue.',
  'no-organization': 'Please set up your organization first.',
  'second-factor-needed':
    'Your organization asks every administrator for a second factor. Set yours up to go on.',
  'not-in-support-session': 'Only administrators of the organization can do this, not a support session.',
  'too-many-requests': 'Too many attempts. Please wait a minute and try again.',
  'idempotency-key-reused': 'This page is out of date. Reload it and try again.',
  'idempotency-key-in-use': 'This is still being done. Reload the page in a moment.',
  'idempotency-outcome-unknown':
    'This was cut short. Reload the page to see whether it was done, and try again if not.',
};

/** Wording for every refusal of a contract; the common ones are worded elsewhere. */
export type Refusals<Code extends string> = Record<Exclude<Code, CommonRefusal>, string> &
  Partial<Record<CommonRefusal, string>>;

/**
 * How a module says that a call did not work.
 * @param own wording of its own refusals, and of common ones that read better there
 * @param otherwise for what nothing better is known about
 */
export function messagesOf<Code extends string>(
  own: Refusals<Code>,
  otherwise: string = tryAgain,
): (error: unknown) => string {
  const known: Record<string, string | undefined> = { ...commonMessages, ...own };
  return (error) => {
    if (!(error instanceof CallError)) return fillWords(otherwise);
    if (error.code === 'offline') return offlineMessage;
    // what only the server knows, such as how many more may be sent today
    if (known[error.code] && typeof error.detail.notice === 'string') return fillWords(error.detail.notice);
    return fillWords(known[error.code] ?? otherwise);
  };
}
