import { z } from 'zod';
import type { GlobalDb } from '#platform/server/database.ts';
import { jobSpec, type Jobs } from '#platform/server/jobs.ts';

/** A notice of the billing sandbox on its way to the portal; it is taken like one that an outside provider posts. */
export const takeBillingNoticeSpec = jobSpec({
  name: 'take-billing-notice',
  data: z.object({ body: z.record(z.string(), z.unknown()) }),
  retries: 10,
  retryDelaySeconds: 5,
  retryBackoff: true,
  timeLimitSeconds: 60,
});

/** Queues a notice of the billing sandbox as part of a transaction. */
export const queueBillingNotice = async (jobs: Jobs, db: GlobalDb, body: object): Promise<void> => {
  await jobs.enqueue(db, takeBillingNoticeSpec, { body: body as Record<string, unknown> });
};
