import type { CommonRefusal, RefusalsOf } from '#platform/endpoint.ts';
import { fillWords } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import type { staffContract } from '../contract.ts';

/** `not-found`: what calls of staff answer to everybody else. */
type Refusal = RefusalsOf<typeof staffContract> | CommonRefusal | 'not-found';

const tryAgain = 'Try again. If this problem persists, tell whoever runs the portal.';

const refusals: Record<Refusal, string> = {
  'no-such-organization': 'This organization is no longer there, or belongs to another brand.',
  'no-such-administrator': 'This person no longer administers the organization. Go back and choose another one.',
  'no-support-session': 'No support session is running here.',
  'not-found': 'You are no longer signed in as staff.',
  'second-factor-needed': 'Staff need a second factor. Set yours up to go on.',
  'not-in-support-session': 'This is not possible in a support session.',
  unauthenticated: 'Your session has ended. Please sign in again.',
  csrf: 'This page is out of date. Reload it and try again.',
  'module-inactive': tryAgain,
  'no-organization': tryAgain,
  'too-many-requests': 'Too many attempts. Please wait a minute and try again.',
};

/** What a member of staff reads when something did not work. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'offline')
    return 'The portal cannot be reached. Check your internet connection and try again.';
  const known = error instanceof CallError ? (refusals as Record<string, string | undefined>)[error.code] : undefined;
  return fillWords(known ?? tryAgain);
}
