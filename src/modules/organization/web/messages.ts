import type { CommonRefusal, RefusalsOf } from '#platform/endpoint.ts';
import { fillWords } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import { commonMessages, offlineMessage } from '#platform/web/messages.ts';
import type { organizationContract } from '../contract.ts';

type Refusal = RefusalsOf<typeof organizationContract> | CommonRefusal;

/** platform.md 5 and 8, word for word. */
export const wording = {
  failed: 'Oops something went wrong. Please try again or contact us at {emailDomain}.',
  incomplete: 'Incomplete Form. Please complete and submit again.',
  invited: 'Invited user successfully',
  inviteFailed: 'Error in user invitation',
  nameRequired: 'Please enter the organization name.',
  urlInvalid: 'Please enter a valid URL.',
  emailInvalid: 'Please enter a valid email.',
  employeesHint: 'Include all full-time and part-time employees, contractors, and consultants.',
} as const;

const refusals: Record<Refusal, string> = {
  ...commonMessages,
  'no-such-person': 'Your profile could not be found. Sign out and sign in again.',
  'no-such-organization': 'Your organization could not be found. Reload the page.',
  'own-account': 'You cannot remove yourself. Ask another administrator.',
  'address-taken':
    'This email address already administers an organization. Email support@{emailDomain} to get back in.',
  'staff-account':
    'This account belongs to support staff, who administer no organization. Use another address.',
  'identity-unavailable':
    'Your sign-up could not be checked just now. Nothing is lost: try again in a minute.',
  unauthenticated: 'Your session has ended. Please sign in again. What you entered is kept.',
  csrf: 'This page is out of date. Reload it and try again. What you entered is kept.',
};

/** How the invitation of a colleague can be refused, by the accounts' codes; undefined for what is not known. */
const inviteRefusals: Record<string, string> = {
  'already-admin': 'This person already administers your organization.',
  'cannot-be-invited': 'This address cannot be invited. Use another one.',
  'too-many-invites': 'Your organization has sent many invitations today. Please try again tomorrow.',
  'no-such-invite': 'This invitation is no longer there. Reload the page.',
  'invite-ended': 'This invitation has ended. Reload the page.',
  'invite-open': 'This invitation is still open. Cancel it first.',
  invalid: wording.emailInvalid,
};

/** What is known about a failure beside the toast; null when nothing is. */
export function reasonOf(error: unknown, kind: 'save' | 'invite'): string | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'offline') return offlineMessage;
  const known =
    (kind === 'invite' ? inviteRefusals[error.code] : undefined) ??
    (refusals as Record<string, string | undefined>)[error.code];
  return known ? fillWords(known) : null;
}
