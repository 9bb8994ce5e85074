import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { marketplaceContract } from '../contract.ts';

export const markFailed = 'This could not be noted';

/** What a person reads when a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof marketplaceContract>>({
  'no-such-partner': 'This partner is no longer listed. Reload the page to see who is.',
  'module-inactive': 'The marketplace is not part of your plan now. Choose a plan to continue.',
});
