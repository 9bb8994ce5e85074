import { Button, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { useId } from 'react';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { EligiblePlan } from '../contract.ts';
import { discountedPrice, featureLines, money, type PlanAction } from '../rules.ts';
import classes from './PlanCard.module.css';
import { planLook } from './planLook.ts';

function Price({ plan }: { plan: EligiblePlan }) {
  if (plan.planPrice === 0) return <p className={classes.free}>Free (Default Plan)</p>;
  const coupon = plan.chargebeeCoupons[0];
  const price = discountedPrice(plan.planPrice, coupon);
  const lasts = coupon?.months ? `Discounted for the first ${coupon.months} months` : 'Discounted price';
  return (
    <div>
      <p className={classes.price}>
        {coupon && (
          <del className={classes.before}>
            <VisuallyHidden>Before: </VisuallyHidden>
            {money(plan.planPrice)}
          </del>
        )}
        <span className={classes.amount}>{money(price)}</span>
        <span className={classes.unit}>per month plus taxes</span>
      </p>
      {(plan.planDiscountMessage || coupon) && (
        <p className={classes.discount}>{plan.planDiscountMessage || lasts}</p>
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
  if (action === 'current') return <p className={classes.yours}>Your plan today</p>;
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
      className={classes.card}
      data-current={action === 'current' || undefined}
      aria-labelledby={id}
      style={planLook(plan.planColors, scheme)}
    >
      <div className={classes.head}>
        <h3 id={id} className={classes.name}>
          {plan.planName}
        </h3>
        {action === 'current' && <StatusPill tone="accent">Current plan</StatusPill>}
      </div>
      <p className={classes.detail}>{plan.planDetail}</p>
      <Price plan={plan} />
      <div className={classes.action}>
        <Action {...props} />
      </div>
      <ul className={classes.features}>
        {featureLines(plan).map(({ text, included }) => (
          <li key={text} className={classes.feature} data-included={included || undefined}>
            {included ? (
              <IconCheck size={18} stroke={2} aria-hidden />
            ) : (
              <IconMinus size={18} stroke={1.5} aria-hidden />
            )}
            <span>
              {!included && <VisuallyHidden>Not included: </VisuallyHidden>}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
