import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { shownDay } from '#platform/dates.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill, type StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type { PaidSubscription, PlanProfile } from '../../contract.ts';
import { money } from '../../rules.ts';
import classes from './Billing.module.css';
import { CancelPlanDialog } from './CancelPlanDialog.tsx';
import { useCustomerPortal, useResumeSubscription } from '../changes.ts';
import { InvoicesPanel } from './InvoicesPanel.tsx';
import { messageOf } from '../messages.ts';
import { Standing } from './Standing.tsx';
import { useBilling } from './billingQueries.ts';

type Told = { tone: StatusPillProps['tone']; pill: string; text: string };

const statusOf = ({ status, planName, termEnd, nextBillingAt }: PaidSubscription, plan: PlanProfile): Told =>
  (
    {
      active: {
        tone: 'success',
        pill: 'Active',
        text: nextBillingAt ? `Renews on ${shownDay(nextBillingAt)}.` : 'Everything is paid.',
      },
      ending: {
        tone: 'warning',
        pill: 'Cancelled',
        text: `Ends on ${shownDay(termEnd)}. Until then everything stays as it is, and you can still change your mind.`,
      },
      'past-due': {
        tone: 'danger',
        pill: 'Payment failed',
        text: 'The last payment did not go through. Change your card under Manage billing; it is then charged again.',
      },
      cancelled: {
        tone: 'neutral',
        pill: 'Ended',
        text: `Your ${planName} plan has ended. ${plan.subscriptionStatus === 'ACTIVE' ? `You have the ${plan.planName} plan now. ` : ''}Your settings and results are kept. Select a plan below to continue.`,
      },
    } as const
  )[status];

function Facts({ subscription }: { subscription: PaidSubscription }) {
  const { nextAmountCents, nextBillingAt, card, couponCodes, startedAt } = subscription;
  const next =
    nextBillingAt === null || nextAmountCents === null
      ? 'None'
      : `${money(nextAmountCents)} plus taxes on ${shownDay(nextBillingAt)}`;
  return (
    <KeyValueList
      items={[
        { key: 'next', label: 'Next payment', value: next },
        {
          key: 'card',
          label: 'Card',
          value: card ? `${card.brand} ending in ${card.last4}, expires ${card.expires}` : 'No card on file',
        },
        ...(couponCodes.length > 0
          ? [
              {
                key: 'coupon',
                label: couponCodes.length === 1 ? 'Coupon' : 'Coupons',
                value: couponCodes.join(', '),
              },
            ]
          : []),
        { key: 'since', label: 'Subscribed since', value: shownDay(startedAt) },
      ]}
    />
  );
}

type SubscriptionProps = { plan: PlanProfile; subscription: PaidSubscription; sandbox: boolean };

function Subscription({ plan, subscription, sandbox }: SubscriptionProps) {
  const [cancelling, setCancelling] = useState(false);
  const portal = useCustomerPortal();
  const resume = useResumeSubscription();
  const { tone, pill, text } = statusOf(subscription, plan);
  const { status } = subscription;
  return (
    <Panel title={`Your plan: ${status === 'cancelled' ? plan.planName : subscription.planName}`}>
      <div className={`${classes.standing} row flex-wrap gap-2 gap-x-3 mb-5`}>
        <StatusPill tone={tone}>{pill}</StatusPill>
        <p>{text}</p>
      </div>
      {status !== 'cancelled' && (
        <div className={classes.facts}>
          <Facts subscription={subscription} />
        </div>
      )}
      {status !== 'cancelled' && (
        <div className="flex flex-wrap gap-2 mt-5">
          <Button
            variant={status === 'past-due' ? 'filled' : 'default'}
            loading={portal.isPending}
            onClick={() => portal.mutate()}
          >
            Manage billing
          </Button>
          {status === 'ending' ? (
            <Button loading={resume.isPending} onClick={() => resume.mutate()}>
              Resume plan
            </Button>
          ) : (
            <Button variant="subtle" color="gray" onClick={() => setCancelling(true)}>
              Cancel plan
            </Button>
          )}
        </div>
      )}
      {sandbox && (
        <p className="text-small leading-5 text-dimmed rounded bg-hover mt-4 px-3 py-2">
          Test mode: this subscription, its card and its invoices are for trying out. No one is charged.
        </p>
      )}
      {cancelling && (
        <CancelPlanDialog plan={plan} subscription={subscription} onClose={() => setCancelling(false)} />
      )}
    </Panel>
  );
}

/** What a paying organisation pays, around the plans it may choose: subscription first, invoices last. */
export function BillingPanels({ plan, children }: { plan: PlanProfile; children: ReactNode }) {
  const billing = useBilling({ enabled: true });
  if (billing.data)
    return (
      <>
        {billing.data.subscription ? (
          <Subscription
            plan={plan}
            subscription={billing.data.subscription}
            sandbox={billing.data.kind === 'sandbox'}
          />
        ) : (
          <Standing plan={plan} />
        )}
        {children}
        <InvoicesPanel invoices={billing.data.invoices} />
      </>
    );
  return (
    <>
      {billing.isError ? (
        <Panel title={`Your plan: ${plan.planName}`}>
          <ErrorState
            level={3}
            title="Billing could not be loaded"
            kept="Your plan goes on as it is."
            onRetry={() => void billing.refetch()}
            retrying={billing.isFetching}
            retryLabel="Retry"
          >
            {messageOf(billing.error)}
          </ErrorState>
        </Panel>
      ) : (
        <SkeletonPanel height={300} lines={5} label="Loading your subscription" />
      )}
      {children}
    </>
  );
}
