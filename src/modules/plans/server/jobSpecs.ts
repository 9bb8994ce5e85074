import { z } from 'zod';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { jobSpec, type Jobs } from '#platform/server/jobs/jobs.ts';

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

/** An organisation that paid for two plans at once: the older one is cancelled at the end of its term. */
export const endReplacedSubscriptionSpec = jobSpec({
  name: 'end-replaced-subscription',
  data: z.object({ orgId: z.string(), subscriptionId: z.string() }),
  retries: 10,
  retryDelaySeconds: 30,
  retryBackoff: true,
  dropWhileQueued: true,
  timeLimitSeconds: 60,
});

/** Renewals and the like of a billing that lives in this program. */
export const runBillingDueSpec = jobSpec({
  name: 'run-billing-due',
  data: z.object({}),
  retries: 0,
  dropWhileQueued: true,
  timeLimitSeconds: 240,
  cron: '*/5 * * * *',
});

/** Purchases that nobody finished: their pages are asked about until they end. */
export const takeUpPurchasesSpec = jobSpec({
  name: 'take-up-purchases',
  data: z.object({}),
  retries: 0,
  dropWhileQueued: true,
  timeLimitSeconds: 240,
  cron: '*/5 * * * *',
});

/** Asks after subscriptions of which nothing was heard, and forgets old notices. */
export const reconcileBillingSpec = jobSpec({
  name: 'reconcile-billing',
  data: z.object({}),
  retries: 3,
  retryDelaySeconds: 600,
  timeLimitSeconds: 3000,
  cron: '41 4 * * *',
});

/** In the working hours of Pacific time; each run sends what the ones before it have not. */
export const remindOfTrialEndSpec = jobSpec({
  name: 'remind-of-trial-end',
  data: z.object({}),
  retries: 1,
  retryDelaySeconds: 60,
  timeLimitSeconds: 1800,
  cron: '23 16-23 * * *',
});
