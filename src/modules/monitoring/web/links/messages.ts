import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { issueLinkContract } from '../../issueLinkCalls.ts';
import { issueLinkDays } from '../../rules.ts';
import { dateAndTime } from '../schedules/pacificTime.ts';

type Refusal = RefusalsOf<typeof issueLinkContract>;

const wordingOf = messagesOf<Refusal>({
  'link-invalid': 'This link does not work.',
  'link-expired': 'This link has expired.',
  'link-withdrawn': 'This link was withdrawn.',
  'link-closed': 'This link does not work now.',
  'issue-not-open': 'This issue is fixed already, so there is nothing to check.',
  'already-answered':
    'Someone reported this issue as fixed from another window. This page now shows the result.',
  'website-not-in-plan':
    'This website is not checked at the moment. Tell the person who sent you the link that you fixed it.',
  'retest-limit-reached': 'This has been checked too often today. Please try again tomorrow.',
  'too-many-requests': 'This link was opened too often. Please try again later.',
});

/** What a developer reads when a call of their link did not work. */
export function messageOf(error: unknown): string {
  if (
    error instanceof CallError &&
    error.code === 'retest-limit-reached' &&
    typeof error.detail.nextAllowed === 'string'
  )
    return `This has been checked too often today. The next check is possible from ${dateAndTime(error.detail.nextAllowed)}.`;
  return wordingOf(error);
}

type DeadLink = 'invalid' | 'expired' | 'withdrawn' | 'closed';

/** Why a link is over; null for every other failure. */
export function deadLink(error: unknown): DeadLink | null {
  if (!(error instanceof CallError)) return null;
  // what is no token at all is not even looked up
  if (error.code === 'link-invalid' || error.code === 'invalid') return 'invalid';
  return /^link-(expired|withdrawn|closed)$/.test(error.code) ? (error.code.slice(5) as DeadLink) : null;
}

export const isAnswered = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'already-answered' || error.code === 'issue-not-open');

const ask = 'Ask the person who sent you the link for a new one.';
export const deadWords: Record<DeadLink, { title: string; words: string[] }> = {
  invalid: {
    title: 'This link does not work',
    words: [
      'Some email programs cut long links in two. Open the email again and press its button, or copy the whole link.',
      `If that does not help, ${ask.charAt(0).toLowerCase()}${ask.slice(1)}`,
    ],
  },
  expired: {
    title: 'This link has expired',
    words: [`Links to an issue work for ${issueLinkDays} days.`, ask],
  },
  withdrawn: {
    title: 'This link was withdrawn',
    words: [
      'The company that sent it has ended it.',
      'If you still work on the issue, ask the person who sent you the link for a new one.',
    ],
  },
  closed: {
    title: 'This link does not work now',
    words: [
      'The company that sent it does not scan its websites here at the moment.',
      'Ask the person who sent you the link what to do next.',
    ],
  },
};
