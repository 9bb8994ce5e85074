import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { staffCatalogContract } from '../catalogContract.ts';
import type { staffClosingContract } from '../closingContract.ts';
import type { staffConciergeContract } from '../conciergeContract.ts';
import type { staffContract } from '../contract.ts';
import type { staffJobsContract } from '../jobsContract.ts';
import type { staffLogContract } from '../logContract.ts';
import type { staffSendersContract } from '../sendersContract.ts';

/** `not-found`: what calls of staff answer to everybody else. */
type Refusal =
  | RefusalsOf<typeof staffContract>
  | RefusalsOf<typeof staffCatalogContract>
  | RefusalsOf<typeof staffConciergeContract>
  | RefusalsOf<typeof staffJobsContract>
  | RefusalsOf<typeof staffLogContract>
  | RefusalsOf<typeof staffSendersContract>
  | RefusalsOf<typeof staffClosingContract>
  | 'not-found';

const tryAgain = 'Try again. If this problem persists, tell the portal operator.';

/** What a member of staff reads when something did not work. */
export const messageOf = messagesOf<Refusal>(
  {
    'no-such-organization': 'This organization is no longer there, or belongs to another brand.',
    'no-such-administrator':
      'This person no longer administers the organization. Go back and choose another one.',
    'no-support-session': 'No support session is running here.',
    'no-such-brand': 'This brand is no longer there, or is not yours to manage.',
    'no-such-channel': 'This channel is no longer there, or belongs to another brand.',
    'no-such-id': 'This subscription id is no longer there, or belongs to another brand.',
    'cannot-be-used': 'Nothing was saved yet. Look at the fields that are marked.',
    stale:
      'Someone else saved this in the meantime. Copy what you still need, then reload the page and try again.',
    taken: 'This id is taken; upper and lower case do not matter. Choose another one.',
    'no-file': 'This was made at the desk: there is no version in a file to go back to.',
    'every-brand-only': 'This is for staff who manage every brand.',
    'no-such-job': 'This job is no longer among those that failed. Someone may have tried it again.',
    'not-retried':
      'This job is not tried again: it runs again on schedule, or another one of its kind is already waiting.',
    'no-such-message': 'This message is no longer there, or belongs to another brand.',
    'no-such-weakness': 'This weakness is no longer there.',
    'no-such-candidate': 'This is no longer proposed.',
    'no-such-conversation': 'This conversation is no longer there.',
    'changed-meanwhile':
      'Someone else saved this in the meantime. Your changes were not saved, and what you typed is still here.',
    'bad-audience': 'One of the recipients no longer exists. Choose again.',
    'bad-days': 'Its last day comes before the day it comes out. Change one of them.',
    'not-your-audience': 'This is for staff who manage every brand. Write to customers of your own brand.',
    'is-published': 'This message is out already. Withdraw it instead.',
    'wrong-company-name': 'That is not the name of this organization. Type it exactly as shown.',
    'already-closing': 'This account is already being closed. Reload the page.',
    'not-closing': 'This account is not being closed, or its erasure has begun. Reload the page.',
    'already-decided': 'Someone else has already decided this.',
    'not-found': 'You are no longer signed in as staff.',
    'second-factor-needed': 'Staff need a second factor. Set yours up to go on.',
    'not-in-support-session': 'This is not possible in a support session.',
  },
  tryAgain,
);
