import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { mailLinkContract, notifyContract } from '../contract.ts';

export const saveFailed = 'This could not be saved';

/** What a person reads when a call of this module did not work. */
export const messageOf = messagesOf<RefusalsOf<typeof notifyContract> | RefusalsOf<typeof mailLinkContract>>({
  'link-invalid': 'This link does not work any more.',
});
