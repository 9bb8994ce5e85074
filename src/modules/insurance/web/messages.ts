import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { insuranceContract } from '../contract.ts';

/** What a person reads when a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof insuranceContract>>({
  'no-insurer':
    'The contact details of the insurer are not available right now. Find them on your policy, or write to support@{emaildomain}.',
});
