import IconRosetteDiscount from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscount.mjs';
import { useState } from 'react';
import { Banner } from '#ui/notice/Banner.tsx';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import type { PlanProfile } from '../contract.ts';
import classes from './PromotionBanner.module.css';
import { usePromotions } from './queries.ts';

const keyOf = (couponCode: string) => `promotion-dismissed ${couponCode}`;

/** A promotion of the channel with its code, for organisations in their trial; dismissed until the browser is closed. */
export function PromotionBanner({ plan }: { plan: PlanProfile }) {
  const { data: promotions = [] } = usePromotions();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const isGone = (code: string) => dismissed.includes(code) || sessionStorage.getItem(keyOf(code)) !== null;
  const promotion = promotions.find(({ couponCode }) => !isGone(couponCode));
  if (plan.subscriptionStatus !== 'INTRIAL' || !promotion) return null;
  const { text, couponCode } = promotion;
  const dismiss = () => {
    sessionStorage.setItem(keyOf(couponCode), '1');
    setDismissed([...dismissed, couponCode]);
  };
  return (
    <Banner
      tone="promo"
      size="promotion"
      label="Promotion"
      icon={<IconRosetteDiscount size={24} stroke={1.5} aria-hidden />}
      action={<CopyButton value={couponCode} label="Copy code" withLabel />}
      onDismiss={dismiss}
    >
      {text} with the promotional code{' '}
      <strong className={`${classes.code} whitespace-nowrap rounded-sm`}>{couponCode}</strong>
    </Banner>
  );
}
