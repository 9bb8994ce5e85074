import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf, refreshPage } from '#platform/web/messages.ts';
import type { auditContract } from '../contract.ts';

/** What a person reads when the log could not be shown. */
export const messageOf = messagesOf<RefusalsOf<typeof auditContract>>({}, refreshPage);
