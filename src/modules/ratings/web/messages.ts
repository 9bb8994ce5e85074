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
    'other-url':
      'We rate only the website of your own company. Change the address in Settings, Organization Details.',
    'too-soon': 'The rating was measured less than an hour ago. Please try again a little later.',
    'no-rating': 'There is no rating yet. Wait for the first one, and try again.',
    'cannot-plan':
      'This provider does not say how it calculates the rating, so it cannot be used for planning.',
    'no-such-asset': 'This is no longer part of the rating. Reload the page to see what is.',
    'own-domain':
      'This is your main domain. If it is wrong, change the address in Settings, Organization Details.',
    'already-requested': 'You have already asked for this. The answer arrives as a Cyber Concierge message.',
    'too-many-questions': 'Many questions are waiting for an answer. Please try again a little later.',
    'module-inactive': 'Attack Surface Analytics is not part of your plan now. Choose a plan to continue.',
    'too-many-requests': 'That was too fast. Please wait a minute and try again.',
  },
  toasts.failed,
);

export const isRefusal = (error: unknown, ...codes: (Refusal | 'module-inactive')[]): error is CallError =>
  error instanceof CallError && (codes as string[]).includes(error.code);
