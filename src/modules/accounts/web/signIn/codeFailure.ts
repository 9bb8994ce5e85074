import { messageOf } from '../messages.ts';
import { PoolError } from '../userPool/poolError.ts';

/** What the user pool says about one-time codes, in words that help. */
const byCode: Record<string, string> = {
  CodeMismatchException: 'That code is not right. Enter the one that your app shows now.',
  EnableSoftwareTokenMFAException:
    'That code is not right. Enter the one that your app shows now, and check that your phone’s clock is set automatically.',
  ExpiredCodeException:
    'That code was used already. Wait for the next one; your app shows it within 30 seconds.',
};
const tooMany = 'Too many wrong codes. Wait a few minutes, then enter the code that your app shows.';

/** True when the pool refused the code itself, so that another may be typed. */
export const isAboutCode = (error: unknown): boolean => error instanceof PoolError && error.code in byCode;

/** True when the attempt to sign in that asked for the code has ended. */
export const isAttemptOver = (error: unknown): boolean =>
  error instanceof PoolError && error.message.startsWith('Invalid session');

/** What a person reads when a code was not taken. */
export function codeMessage(error: unknown): string {
  if (!(error instanceof PoolError)) return messageOf(error);
  if (error.message === 'Password attempts exceeded' || error.code === 'TooManyFailedAttemptsException')
    return tooMany;
  return byCode[error.code] ?? messageOf(error);
}
