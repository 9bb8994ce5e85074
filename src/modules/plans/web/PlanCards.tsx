import { useState } from 'react';
import { supportAddress, usePortal } from '#platform/web/boot.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { EligiblePlan, PlanProfile } from '../contract.ts';
import { planActions, wayToPlan } from '../rules.ts';
import type { useCheckout } from './changes.ts';
import { ChangePlanDialog, TakePlanDialog } from './billing/ManagePlanDialog.tsx';
import { mailTo } from './billing/mailTo.ts';
import { messageOf } from './messages.ts';
import { PlanCard } from './PlanCard.tsx';
import classes from './PlanScreen.module.css';
import { PlanCardsSkeleton } from './PlanSkeleton.tsx';
import { useEligiblePlans, type EligiblePlans } from './billing/billingQueries.ts';

type Checkout = ReturnType<typeof useCheckout>;
type Asked = { way: 'take' | 'change'; plan: EligiblePlan };

function Cards({
  profile,
  eligible,
  checkout,
}: {
  profile: PlanProfile;
  eligible: EligiblePlans;
  checkout: Checkout;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { eligiblePlans, hasSubscription } = eligible;
  const actions = planActions(eligiblePlans, profile);
  const shown = eligiblePlans
    .map((plan, index) => ({ plan, action: actions[index]! }))
    .filter(({ plan }) => plan.showToCustomer);
  const choose = (plan: EligiblePlan) => {
    const way = wayToPlan(plan, hasSubscription);
    if (way === 'checkout') checkout.start(plan.planPointer.appId.planId);
    else setAsked({ way, plan });
  };
  const close = () => setAsked(null);
  return (
    <>
      <div className={`${classes.cards} grid gap-x-4`} data-count={Math.min(shown.length, 4)}>
        {shown.map(({ plan, action }) => {
          const { planId } = plan.planPointer.appId;
          return (
            <PlanCard
              key={planId}
              plan={plan}
              action={action}
              busy={checkout.planId === planId}
              disabled={checkout.planId !== null && checkout.planId !== planId}
              contactHref={mailTo(`Change of plan: ${plan.planName}`)}
              onChoose={() => choose(plan)}
            />
          );
        })}
      </div>
      {asked?.way === 'change' && (
        <ChangePlanDialog from={profile.planName} plan={asked.plan} onClose={close} />
      )}
      {asked?.way === 'take' && <TakePlanDialog profile={profile} plan={asked.plan} onClose={close} />}
    </>
  );
}

/** The plans that the organisation may choose, with the words and logos of its channel (platform.md 2). */
export function PlanCards({ profile, checkout }: { profile: PlanProfile; checkout: Checkout }) {
  const { portalConfig } = usePortal();
  const eligible = useEligiblePlans();
  const { channelDiscountTitle, channelDiscountDescription, logos } = profile.channelObject.uiRules;
  return (
    <section aria-labelledby="plans-heading" className="min-w-0 mt-2">
      <div className="row flex-wrap justify-between gap-4 gap-x-6 mb-4">
        <div>
          <h2 id="plans-heading" className="text-title">
            {channelDiscountTitle || 'Plans for your organization'}
          </h2>
          <p className={classes.description}>
            {channelDiscountDescription || 'Move up at any time, and cancel at any time.'} Questions? Write to{' '}
            <a href={mailTo('Plans')} className="text-accent">
              {supportAddress()}
            </a>
            .
          </p>
          {portalConfig.quoteLink !== null && (
            <p className={classes.description}>
              Looking for cyber insurance?{' '}
              <a
                href={portalConfig.quoteLink}
                target="_blank"
                rel="noopener noreferrer"
                className="text-accent"
              >
                Get a quote
              </a>
            </p>
          )}
          {portalConfig.billing.kind === 'sandbox' && profile.chargebeeSubscriptionStatus === null && (
            <p className={classes.description}>
              Payments are in test mode here: the checkout takes test cards only and no one is charged.
            </p>
          )}
        </div>
        {logos.length > 0 && (
          <ul className={`${classes.logos} flex flex-wrap gap-4`}>
            {logos.map((logo) => (
              <li key={logo.src}>
                <img src={logo.src} alt={logo.alt} width={logo.width} height={logo.height} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <output className={classes.status}>
        {checkout.finishing ? 'Your payment is being confirmed…' : ''}
      </output>
      {eligible.data ? (
        <Cards profile={profile} eligible={eligible.data} checkout={checkout} />
      ) : eligible.isError ? (
        <Panel>
          <ErrorState
            level={3}
            title="The plans could not be loaded"
            kept="Your plan goes on as it is."
            onRetry={() => void eligible.refetch()}
            retrying={eligible.isFetching}
            retryLabel="Retry"
          >
            {messageOf(eligible.error)}
          </ErrorState>
        </Panel>
      ) : (
        <PlanCardsSkeleton />
      )}
    </section>
  );
}
