import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { shownDay } from '#platform/dates.ts';
import type { PolicySummary } from '../entities.ts';

export const standings = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Sent for approval', tone: 'accent' },
  returned: { label: 'Returned', tone: 'warning' },
  active: { label: 'Active', tone: 'success' },
  replaced: { label: 'Replaced', tone: 'neutral' },
} as const;
export type Standing = keyof typeof standings;

/** How far a version is, in one word. */
export function standingOf(
  policy: Pick<PolicySummary, 'status' | 'mode' | 'inForce'> & { returned?: boolean },
): Standing {
  if (policy.status === 'Active') return policy.inForce ? 'active' : 'replaced';
  if (policy.mode === 'sent') return 'sent';
  return policy.returned ? 'returned' : 'draft';
}

/** @param standing `unsaved` for a text that is no version yet */
export function StandingPill({ standing }: { standing: Standing | 'unsaved' }) {
  if (standing === 'unsaved') return <StatusPill>Unsaved draft</StatusPill>;
  const { label, tone } = standings[standing];
  return <StatusPill tone={tone}>{label}</StatusPill>;
}

/** When an Active version is to be looked through again; soon and overdue stand out in words and colour. */
export function ReviewDue({ review, reviewDate }: Pick<PolicySummary, 'review' | 'reviewDate'>) {
  if (!reviewDate) return <>–</>;
  const day = <time dateTime={reviewDate}>{shownDay(reviewDate)}</time>;
  if (review === 'overdue') return <StatusPill tone="danger">Overdue since {day}</StatusPill>;
  if (review === 'soon') return <StatusPill tone="warning">Soon, {day}</StatusPill>;
  return day;
}
