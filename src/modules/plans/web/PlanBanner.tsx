import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { useState } from 'react';
import { Banner } from '#ui/notice/Banner.tsx';
import { Link } from '#ui/text/Link.tsx';
import type { PlanProfile } from '../contract.ts';
import { planPath } from '../paths.ts';
import { planNotice, type PlanNotice } from '../rules.ts';

type Words = { label: string; text: string; button: string; onPlanPage: string };

const dismissedKey = 'plan-ended dismissed';
const select = 'Select a plan below.';

/** platform.md 2, word for word where it gives words. */
const wordsOf = (notice: Exclude<PlanNotice, null>, days: number): Words =>
  ({
    trial: {
      label: 'Free trial',
      text: `You have ${days} ${days === 1 ? 'day' : 'days'} left in your free trial.`,
      button: 'Subscribe Now',
      onPlanPage: select,
    },
    expired: {
      label: 'Trial expired',
      text: 'Your free trial has expired.',
      button: 'Subscribe Now',
      onPlanPage: select,
    },
    ended: { label: 'Plan ended', text: 'Your plan has ended.', button: 'Subscribe Now', onPlanPage: select },
    'payment-failed': {
      label: 'Payment failed',
      text: 'Your last payment failed. Change your card to keep your plan.',
      button: 'Manage Billing',
      onPlanPage: '',
    },
  })[notice];

/** How the plan stands, over every page; nothing where there is nothing to do. */
export function PlanBanner({ plan, path }: { plan: PlanProfile; path: string }) {
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey) !== null);
  const notice = planNotice(plan);
  // whoever has another plan since need not be told on every page
  const canDismiss = notice === 'ended' && plan.subscriptionStatus === 'ACTIVE';
  if (!notice || (canDismiss && dismissed)) return null;
  const dismiss = () => {
    sessionStorage.setItem(dismissedKey, '1');
    setDismissed(true);
  };
  const { label, text, button, onPlanPage } = wordsOf(notice, plan.trialDaysLeft ?? 0);
  const isHere = path === planPath;
  const calm = notice === 'trial';
  const Icon = calm ? IconClock : IconAlertTriangle;
  return (
    <Banner
      tone={calm ? 'info' : 'warning'}
      label={label}
      icon={<Icon size={20} stroke={1.5} aria-hidden />}
      {...(canDismiss ? { onDismiss: dismiss } : {})}
      action={
        isHere ? undefined : (
          <Button component={Link} href={planPath} size="xs" variant={calm ? 'default' : 'filled'}>
            {button}
          </Button>
        )
      }
    >
      {text}
      {isHere && onPlanPage && ` ${onPlanPage}`}
    </Banner>
  );
}
