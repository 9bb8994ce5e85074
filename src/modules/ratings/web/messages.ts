import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { ratingsContract } from '../contract.ts';

type Refusal = RefusalsOf<typeof ratingsContract>;

/** modules.md 8, word for word. */
export const toasts = {
  noEvents: 'No events were found for the provided URL',
  invalidUrl: 'Invalid URL',
  failed: 'Error loading data',
  received: 'Report Received successfully',
} as const;
/** modules.md 9, milliseconds. */
export const reportToastFor = 10_000;

/** What a person reads when a call of this module did not work: what it means and what to do. */
export const messageOf = messagesOf<Refusal>(
  {
    'no-company-url': 'Your company has no website address yet. Enter it in Settings, Organization Details.',
    'other-url': 'Only the website of your own company is rated. Change the address in Settings, Organization Details.',
    'too-soon': 'The rating was measured less than an hour ago. Please try again a little later.',
    'no-rating': 'There is no rating yet. Wait until the first one is there, and try again.',
    'cannot-plan': 'This provider does not tell how it works the rating out, so nothing can be planned with it.',
    'no-such-asset': 'This is no longer part of the rating. Reload the page to see what is.',
    'own-domain': 'This is the domain of your company itself. If it is wrong, change the address in Settings, Organization Details.',
    'already-requested': 'You have asked for this already. The answer comes as a message of Cyber Concierge.',
    'too-many-questions': 'Many questions are waiting for an answer. Please try again a little later.',
    'module-inactive': 'Attack Surface Analytics is not part of your plan now. Choose a plan to go on.',
    'too-many-requests': 'That was very quick. Please wait a minute and try again.',
  },
  toasts.failed,
);

export const isRefusal = (error: unknown, ...codes: (Refusal | 'module-inactive')[]): error is CallError =>
  error instanceof CallError && (codes as string[]).includes(error.code);
