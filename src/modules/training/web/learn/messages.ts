import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { learnContract } from '../../learnContract.ts';
import { playRefusals, type PlayRefusal } from '../../playEntities.ts';

type Refusal = RefusalsOf<typeof learnContract>;

export const messageOf = messagesOf<Refusal>({
  'link-invalid': 'This link does not work. Open it again from the email that brought it.',
  'link-expired': 'This link has expired.',
  'no-such-course': 'This course is not among yours.',
  'course-locked': 'This course is not open yet.',
  'no-such-thing': 'The course has changed. Here is the new version.',
  'already-answered': 'This was answered already, perhaps in another window.',
  'not-now': 'The course continued in the meantime, perhaps in another window.',
  'quiz-not-open': 'The test is not open yet.',
  'no-such-certificate': 'There is no such certificate.',
  'too-many-requests': 'That was too many tries in a short time. Please wait a minute and try again.',
});

export const isRefusal = (error: unknown, ...codes: Refusal[]): boolean =>
  error instanceof CallError && (codes as string[]).includes(error.code);

/** The refusal of a step in a course; null for every other failure. */
export const playRefusalOf = (error: unknown): PlayRefusal | null =>
  error instanceof CallError && Object.hasOwn(playRefusals, error.code) ? (error.code as PlayRefusal) : null;

export type DeadLink = 'invalid' | 'expired';

/** Why a link is over; null for every other failure. */
export function deadLink(error: unknown): DeadLink | null {
  // what is no token at all is not even looked up
  if (isRefusal(error, 'link-invalid') || (error instanceof CallError && error.code === 'invalid'))
    return 'invalid';
  return isRefusal(error, 'link-expired') ? 'expired' : null;
}
