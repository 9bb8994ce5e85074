import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { staffContract } from '../contract.ts';

/** `not-found`: what calls of staff answer to everybody else. */
type Refusal = RefusalsOf<typeof staffContract> | 'not-found';

const tryAgain = 'Try again. If this problem persists, tell whoever runs the portal.';

/** What a member of staff reads when something did not work. */
export const messageOf = messagesOf<Refusal>(
  {
    'no-such-organization': 'This organization is no longer there, or belongs to another brand.',
    'no-such-administrator': 'This person no longer administers the organization. Go back and choose another one.',
    'no-support-session': 'No support session is running here.',
    'not-found': 'You are no longer signed in as staff.',
    'second-factor-needed': 'Staff need a second factor. Set yours up to go on.',
    'not-in-support-session': 'This is not possible in a support session.',
  },
  tryAgain,
);
