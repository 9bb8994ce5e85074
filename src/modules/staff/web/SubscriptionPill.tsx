import { StatusPill } from '#ui/StatusPill.tsx';
import type { StaffOrganization } from '../contract.ts';

/** How an organisation's subscription stands, in a word or two. */
export function SubscriptionPill({ organization: { status, trialDaysLeft } }: { organization: StaffOrganization }) {
  if (status === 'active') return <StatusPill tone="success">Active</StatusPill>;
  if (status === 'trial-expired') return <StatusPill tone="warning">Trial expired</StatusPill>;
  return (
    <StatusPill tone="accent">
      {trialDaysLeft === null ? 'Trial' : `Trial, ${trialDaysLeft === 1 ? '1 day' : `${trialDaysLeft} days`} left`}
    </StatusPill>
  );
}
