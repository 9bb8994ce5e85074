import { Button, useComputedColorScheme } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { useId } from 'react';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { EligiblePlan } from '../contract.ts';
import { discountedPrice, featureLines, money, type PlanAction } from '../rules.ts';
import classes from './PlanCard.module.css';
import { planLook } from './planLook.ts';

function Price({ plan }: { plan: EligiblePlan }) {
  if (plan.planPrice === 0)
    return <p className={`${classes.free} font-semibold text-title`}>Free (Default Plan)</p>;
  const coupon = plan.chargebeeCoupons[0];
  const price = discountedPrice(plan.planPrice, coupon);
  const lasts = coupon?.months ? `Discounted for the first ${coupon.months} months` : 'Discounted price';
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        {coupon && (
          <del className={`${classes.before} text-dimmed tabular-nums`}>
            <span className="visually-hidden">Before: </span>
            {money(plan.planPrice)}
          </del>
        )}
        <span className="text-page tabular-nums">{money(price)}</span>
        <span className="text-small leading-5 text-dimmed">per month plus taxes</span>
      </p>
      {(plan.planDiscountMessage || coupon) && (
        <p className="text-small leading-5 text-success text-pretty mt-1">
          {plan.planDiscountMessage || lasts}
        </p>
      )}
    </div>
  );
}

export type PlanCardProps = {
  plan: EligiblePlan;
  action: PlanAction;
  /** This plan is being got right now. */
  busy: boolean;
  /** Another one is. */
  disabled: boolean;
  /** Address that opens a mail about this plan. */
  contactHref: string;
  onChoose: () => void;
};

function Action({ plan, action, busy, disabled, contactHref, onChoose }: PlanCardProps) {
  if (action === 'current')
    return <p className={`${classes.yours} min-h-10 text-dimmed text-center rounded`}>Your plan today</p>;
  if (action === 'downgrade')
    return (
      <Button
        component="a"
        href={contactHref}
        variant="default"
        fullWidth
        aria-label={`Contact us about ${plan.planName}`}
      >
        Contact us
      </Button>
    );
  const label = action === 'subscribe' ? 'Subscribe' : 'Upgrade';
  return (
    <Button
      fullWidth
      className={classes.button}
      loading={busy}
      disabled={disabled}
      onClick={onChoose}
      aria-label={`${label} to ${plan.planName}`}
    >
      {label}
    </Button>
  );
}

/** One plan that can be chosen: price, how to get it, and what is in it. */
export function PlanCard(props: PlanCardProps) {
  const { plan, action } = props;
  const id = useId();
  const scheme = useComputedColorScheme('light');
  return (
    <section
      className={`${classes.card} grid min-w-0 gap-4 rounded-card bg-card p-6`}
      data-current={action === 'current' || undefined}
      aria-labelledby={id}
      style={planLook(plan.planColors, scheme)}
    >
      <div className="row flex-wrap justify-between gap-1 gap-x-2">
        <h3 id={id} className="text-title wrap-anywhere">
          {plan.planName}
        </h3>
        {action === 'current' && <StatusPill tone="accent">Current plan</StatusPill>}
      </div>
      <p className={`${classes.detail} text-dimmed text-pretty`}>{plan.planDetail}</p>
      <Price plan={plan} />
      <div>
        <Action {...props} />
      </div>
      <ul className={`${classes.features} flex flex-col gap-2.5 border-t`}>
        {featureLines(plan).map(({ text, included }) => (
          <li
            key={text}
            className={`${classes.feature} flex gap-2.5 text-dimmed`}
            data-included={included || undefined}
          >
            {included ? (
              <IconCheck size={18} stroke={2} aria-hidden />
            ) : (
              <IconMinus size={18} stroke={1.5} aria-hidden />
            )}
            <span>
              {!included && <span className="visually-hidden">Not included: </span>}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
