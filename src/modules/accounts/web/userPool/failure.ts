import type { ReactNode } from 'react';
import { logError } from '#platform/web/logError.ts';
import { toast } from '#ui/notice/toast.ts';
import { messageOf } from '../messages.ts';
import { PoolError } from './poolError.ts';

let shown: string[] = [];

/** Takes away the failures of earlier attempts, which no longer hold. */
export function clearFailures(): void {
  const ids = shown;
  shown = [];
  if (ids.length === 0) return;
  void import('@mantine/notifications').then(({ notifications }) =>
    ids.forEach((id) => notifications.hide(id)),
  );
}

/** Shows a failure until it is dismissed or the next attempt begins; `announce` is its text where it is more than text. */
export function showFailure(message: ReactNode, announce?: string): void {
  clearFailures();
  shown = [toast.danger(message, announce === undefined ? {} : { announce })];
}

/** Mistakes of the person that the pool names; everything else is worth knowing at the server (platform.md 8). */
const ordinary = [
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'UsernameExistsException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'InvalidPasswordException',
  'LimitExceededException',
  'TooManyFailedAttemptsException',
  'TooManyRequestsException',
  'PasswordResetRequiredException',
];

/** Shows what went wrong in the words of the catalogue, and tells the server. @returns the words, for the form that failed */
export function reportFailure(error: unknown, otherwise?: string): string {
  const message = messageOf(error, otherwise);
  showFailure(message);
  if (!(error instanceof PoolError && ordinary.includes(error.code))) void logError(error);
  return message;
}
