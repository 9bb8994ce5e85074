import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { dashboardContract } from '../contract.ts';

/** What a person reads when the dashboard could not be loaded. */
export const messageOf = messagesOf<RefusalsOf<typeof dashboardContract>>({});
