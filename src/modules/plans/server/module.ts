import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { rowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { plansContract } from '../contract.ts';
import { billing, billingPortal, invoice } from './subscription/billing.ts';
import {
  cancelSubscription,
  previewPlanChange,
  resumeSubscription,
  updatePlan,
} from './subscription/changes.ts';
import { finishCheckout, openCheckout, subscribePlan } from './checkout/checkout.ts';
import {
  endReplacedSubscriptionSpec,
  reconcileBillingSpec,
  remindOfTrialEndSpec,
  runBillingDueSpec,
  takeBillingNoticeSpec,
  takeUpPurchasesSpec,
} from './jobSpecs.ts';
import { billingWebhook, takeQueuedNotice } from './subscription/notices.ts';
import { planProfileAnswer, readEligiblePlans, readPlanProfile } from './profile.ts';
import { checkoutPagePurpose, takeUpPurchases } from './checkout/purchases.ts';
import { endReplacedSubscription, reconcileBilling } from './subscription/reconcile.ts';
import { remindOfTrialEnds } from './trialReminders.ts';

export const plansModule = {
  calls: {
    plans: routes(plansContract, {
      featureUsageProfile: readPlanProfile,
      getEligiblePlans: readEligiblePlans,
      subscribePlan,
      updatePlan,
      previewPlanChange,
      openCheckout,
      finishCheckout,
      billing,
      invoice,
      billingPortal,
      cancelSubscription,
      resumeSubscription,
      billingWebhook,
    }),
  },
  jobs: [
    handles(takeBillingNoticeSpec, (ctx: BaseCtx, { body }) => takeQueuedNotice(ctx, body), {
      concurrency: 2,
    }),
    handles(endReplacedSubscriptionSpec, endReplacedSubscription),
    handles(runBillingDueSpec, async (ctx: BaseCtx) => ctx.providers.billing.runDue?.()),
    handles(takeUpPurchasesSpec, takeUpPurchases),
    handles(reconcileBillingSpec, reconcileBilling),
    handles(remindOfTrialEndSpec, remindOfTrialEnds),
  ],
  retention: [
    {
      kind: 'Ids of notices from the billing provider',
      kept: { days: 60 },
      since: 'the notice',
      remove: rowsOf('billingNotice', 'takenAt'),
    },
  ],
  sealed: [
    {
      what: 'checkout pages',
      table: 'checkout_page',
      key: 'id_hash',
      column: 'sealed_id',
      purpose: () => checkoutPagePurpose,
      tenant: true,
    },
  ],
  firstAnswers: [{ call: 'featureUsageProfile', to: 'members', answer: planProfileAnswer }],
} satisfies ServerModule;
