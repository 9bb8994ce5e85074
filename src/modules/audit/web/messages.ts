import type { CommonRefusal, RefusalsOf } from '#platform/endpoint.ts';
import { fillWords } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import type { auditContract } from '../contract.ts';

type Refusal = RefusalsOf<typeof auditContract> | CommonRefusal;

/** platform.md 8: the support-suffixed generic error. */
const refresh = 'Something went wrong. Try refreshing the page or email support@{emaildomain}.';

const refusals: Record<Refusal, string> = {
  unauthenticated: 'Your session has ended. Please sign in again.',
  csrf: 'This page is out of date. Reload it and try again.',
  'module-inactive': refresh,
  'no-organization': 'Please set up your organization first.',
  'second-factor-needed': 'Your organization asks every administrator for a second factor. Set yours up to go on.',
  'not-in-support-session': 'This is for administrators of the organization alone. It is not possible in a support session.',
  'too-many-requests': 'Too many attempts. Please wait a minute and try again.',
};

/** What a person reads when the log could not be shown. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'offline')
    return 'The portal cannot be reached. Check your internet connection and try again.';
  const known = error instanceof CallError ? (refusals as Record<string, string | undefined>)[error.code] : undefined;
  return fillWords(known ?? refresh);
}
