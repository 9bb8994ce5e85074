import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { StaffOrganization } from '../contract.ts';

/** How an organisation's subscription stands, in a word or two. */
export function SubscriptionPill({
  organization: { status, trialDaysLeft },
}: {
  organization: StaffOrganization;
}) {
  if (status === 'active') return <StatusPill tone="success">Active</StatusPill>;
  if (status === 'trial-expired') return <StatusPill tone="warning">Trial expired</StatusPill>;
  const left =
    trialDaysLeft === null
      ? 'Trial'
      : trialDaysLeft === 0
        ? 'Trial ends today'
        : `Trial, ${trialDaysLeft} ${trialDaysLeft === 1 ? 'day' : 'days'} left`;
  return <StatusPill tone="accent">{left}</StatusPill>;
}
