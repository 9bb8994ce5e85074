import { Button, VisuallyHidden } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { useId } from 'react';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { EligiblePlan } from '../contract.ts';
import { discountedPrice, featureLines, money } from '../rules.ts';
import classes from './PlanCard.module.css';

function Price({ plan }: { plan: EligiblePlan }) {
  if (plan.planPrice === 0) return <p className={classes.free}>Free (Default Plan)</p>;
  const coupon = plan.chargebeeCoupons[0];
  const price = discountedPrice(plan.planPrice, coupon);
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
      {coupon && (
        <p className={classes.discount}>
          {plan.planDiscountMessage || (coupon.months ? `Discounted for the first ${coupon.months} months` : 'Discounted price')}
        </p>
      )}
    </div>
  );
}

export type PlanCardProps = {
  plan: EligiblePlan;
  /** The organisation has this plan now. */
  current: boolean;
  /** Address that opens a mail about this plan. */
  contactHref: string;
};

/** One plan that can be chosen: price, what is in it, and how to get it. */
export function PlanCard({ plan, current, contactHref }: PlanCardProps) {
  const id = useId();
  return (
    <section
      className={classes.card}
      data-current={current || undefined}
      aria-labelledby={id}
      style={{ '--plan-color': plan.planColors.border } as object}
    >
      <div className={classes.head}>
        <h3 id={id} className={classes.name}>
          {plan.planName}
        </h3>
        {current && <StatusPill tone="accent">Current plan</StatusPill>}
      </div>
      <p className={classes.detail}>{plan.planDetail}</p>
      <Price plan={plan} />
      <ul className={classes.features}>
        {featureLines(plan).map(({ text, included }) => (
          <li key={text} className={classes.feature} data-included={included || undefined}>
            {included ? <IconCheck size={18} stroke={2} aria-hidden /> : <IconMinus size={18} stroke={1.5} aria-hidden />}
            <span>
              {!included && <VisuallyHidden>Not included: </VisuallyHidden>}
              {text}
            </span>
          </li>
        ))}
      </ul>
      {!current && (
        <Button
          component="a"
          href={contactHref}
          variant="default"
          fullWidth
          className={classes.action}
          aria-label={`Contact us about ${plan.planName}`}
        >
          Contact us
        </Button>
      )}
    </section>
  );
}
