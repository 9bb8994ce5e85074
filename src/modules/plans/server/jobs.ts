import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import {
  endReplacedSubscriptionSpec,
  reconcileBillingSpec,
  remindOfTrialEndSpec,
  runBillingDueSpec,
  takeBillingNoticeSpec,
  takeUpPurchasesSpec,
} from './jobSpecs.ts';
import { takeQueuedNotice } from './notices.ts';
import { takeUpPurchases } from './purchases.ts';
import { endReplacedSubscription, reconcileBilling } from './reconcile.ts';
import { remindOfTrialEnds } from './trialReminders.ts';

/** The module's background work. */
export const plansJobs: JobHandler<BaseCtx>[] = [
  handles(takeBillingNoticeSpec, (ctx: BaseCtx, { body }) => takeQueuedNotice(ctx, body), { concurrency: 2 }),
  handles(endReplacedSubscriptionSpec, endReplacedSubscription),
  handles(runBillingDueSpec, async (ctx: BaseCtx) => ctx.providers.billing.runDue?.()),
  handles(takeUpPurchasesSpec, takeUpPurchases),
  handles(reconcileBillingSpec, reconcileBilling),
  handles(remindOfTrialEndSpec, remindOfTrialEnds),
];
