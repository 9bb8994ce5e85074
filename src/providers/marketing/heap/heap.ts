import type { UsageEvent } from '../port.ts';
import { postJson } from '../post.ts';

export type HeapOptions = { appId: string; endpoint?: string | undefined };

/** Heap takes at most so much of a value. */
const longestValue = 1024;

/** Steps of use into a project of Heap (server-side track API); nobody unnamed is sent, since each step needs an identity. */
export function openHeap({ appId, endpoint = 'https://heapanalytics.com' }: HeapOptions) {
  return {
    event: async ({ id, at, name, person, properties }: UsageEvent): Promise<void> => {
      if (!person) return;
      await postJson('Heap', `${endpoint}/api/track`, {
        app_id: appId,
        identity: person.id,
        event: name,
        timestamp: at.toISOString(),
        idempotency_key: id,
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, value.slice(0, longestValue)]),
        ),
      });
    },
  };
}
