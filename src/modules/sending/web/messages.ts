import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { sendingContract } from '../contract.ts';

/** What a person reads when a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof sendingContract>>({
  'link-invalid': 'This link does not work any more.',
});
