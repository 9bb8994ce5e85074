import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { dashboardContract } from '../contract.ts';

/** What a person reads when the dashboard says no. */
export const messageOf = messagesOf<RefusalsOf<typeof dashboardContract>>({
  'no-such-action': 'There is nothing of it left to do.',
});
