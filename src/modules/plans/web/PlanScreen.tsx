import { Button } from '@mantine/core';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import type { ReactNode } from 'react';
import { shownDay } from '#platform/dates.ts';
import { fillWords, supportAddress, usePortal } from '#platform/web/boot.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { PlanProfile } from '../contract.ts';
import { messageOf } from './messages.ts';
import { PlanCard } from './PlanCard.tsx';
import classes from './PlanScreen.module.css';
import { usePlanProfile } from './queries.ts';

const mailTo = (subject: string) => `mailto:${supportAddress()}?subject=${encodeURIComponent(subject)}`;

/** What the organisation has today, and until when. */
function standingOf(plan: PlanProfile): { pill: ReactNode; text: string } {
  const { trialDaysLeft: days, trialExpired, expirationDate } = plan;
  if (trialExpired)
    return {
      pill: <StatusPill tone="danger">Trial expired</StatusPill>,
      text: `Your free trial has expired on ${shownDay(expirationDate!)}. Your settings and results are kept. Select a plan below to go on.`,
    };
  if (days !== null)
    return {
      pill: <StatusPill tone={days <= 7 ? 'warning' : 'accent'}>Free trial</StatusPill>,
      text:
        days === 0
          ? 'Today is the last day of your free trial. Select a plan below to keep everything running.'
          : `${days} ${days === 1 ? 'day' : 'days'} left, until ${shownDay(expirationDate!)}. Select a plan below to keep everything running after that.`,
    };
  return {
    pill: <StatusPill tone="success">Active</StatusPill>,
    text: plan.subscriptionDate ? `Active since ${shownDay(plan.subscriptionDate)}.` : 'Your plan is active.',
  };
}

function Content({ plan }: { plan: PlanProfile }) {
  const { eligiblePlans, uiRules } = plan.channelObject;
  const { pill, text } = standingOf(plan);
  const shown = eligiblePlans.filter((one) => one.showToCustomer);
  const inTrial = plan.subscriptionStatus === 'INTRIAL';
  // platform.md 4: the current plan is found by its name, whatever the case
  const isCurrent = (name: string) => !inTrial && name.toLowerCase() === plan.planName.toLowerCase();
  return (
    <>
      <Panel
        title={`Your plan: ${plan.planName}`}
        actions={
          <Button
            component="a"
            href={mailTo(`My plan: ${plan.planName}`)}
            variant="default"
            leftSection={<IconMail size={18} stroke={1.5} aria-hidden />}
          >
            Contact us
          </Button>
        }
      >
        <div className={classes.standing}>
          {pill}
          <p>{text}</p>
        </div>
      </Panel>
      <h2 className={classes.heading}>{uiRules.channelDiscountTitle || 'Plans for your organization'}</h2>
      <p className={classes.lead}>
        {uiRules.channelDiscountDescription || 'Every plan can be changed or cancelled at any time.'} To change your plan, write to{' '}
        <a href={mailTo('Change of plan')} className={classes.link}>
          {supportAddress()}
        </a>
        .
      </p>
      <div className={classes.cards}>
        {shown.map((one) => (
          <PlanCard
            key={one.planPointer.appId.planId}
            plan={one}
            current={isCurrent(one.planName)}
            contactHref={mailTo(`Change of plan: ${one.planName}`)}
          />
        ))}
      </div>
    </>
  );
}

/** The plan of the organisation and the plans it may choose (platform.md 2, My Plan). */
export function PlanScreen() {
  const { brand } = usePortal();
  const profile = usePlanProfile();
  return (
    <>
      <PageHeader title={fillWords('My {brand} Plan')} purpose="What you have, and what else there is." helpCenterHref={brand.helpCenter} />
      {profile.data ? (
        <Content plan={profile.data} />
      ) : profile.isError ? (
        <Panel>
          <ErrorState
            title="Your plan could not be loaded"
            onRetry={() => void profile.refetch()}
            retrying={profile.isFetching}
            retryLabel="Retry"
          >
            {messageOf(profile.error)}
          </ErrorState>
        </Panel>
      ) : (
        <SkeletonPanel height={126} lines={2} label="Loading your plan" />
      )}
    </>
  );
}
