import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { exportsContract } from '../contract.ts';

/** What a person reads when a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof exportsContract>>({
  'export-running': 'An export is already being made. Wait for it to finish.',
  'too-many-exports':
    'Five exports were requested today. Use one of those in the list, or come back tomorrow.',
  'no-such-export': 'This export is not kept any more. Make a new one.',
  'invalid-token': 'That took too long. Please enter your password once more.',
  'identity-unavailable': 'We cannot check your password just now. Try again in a few minutes.',
});
