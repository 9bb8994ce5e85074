import type { GlobalDb } from '#platform/server/database/database.ts';
import { writeContent, type Content } from './api/resources.ts';
import { unix } from './arithmetic.ts';
import type { SandboxParts } from './parts.ts';

export type EventType =
  | 'subscription_created'
  | 'subscription_changed'
  | 'subscription_cancellation_scheduled'
  | 'subscription_scheduled_cancellation_removed'
  | 'subscription_cancelled'
  | 'subscription_renewed'
  | 'payment_succeeded'
  | 'payment_failed'
  | 'payment_source_updated'
  | 'invoice_generated';

/** Queues an event about things as they are now, as part of a transaction. */
export const queueEvent = (
  parts: SandboxParts,
  db: GlobalDb,
  type: EventType,
  content: Content,
): Promise<void> =>
  parts.deliverEvent(db, {
    object: 'event',
    id: `ev_${crypto.randomUUID().replaceAll('-', '')}`,
    occurred_at: unix(parts.now()),
    source: 'sandbox',
    api_version: 'v2',
    webhook_status: 'scheduled',
    event_type: type,
    content: writeContent(content),
  });
