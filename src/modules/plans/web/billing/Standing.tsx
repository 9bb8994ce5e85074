import { shownDay } from '#platform/dates.ts';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill, type StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type { PlanProfile } from '../../contract.ts';

/** What an organisation without a paid subscription has today, and until when. */
function standingOf(plan: PlanProfile): { tone: StatusPillProps['tone']; pill: string; text: string } {
  const { trialDaysLeft: days, trialExpired, expirationDate } = plan;
  if (trialExpired)
    return {
      tone: 'danger',
      pill: 'Trial expired',
      text: `Your free trial ended on ${shownDay(expirationDate!)}. Your settings and results are kept. Select a plan below to continue.`,
    };
  if (days !== null)
    return {
      tone: days <= 7 ? 'warning' : 'accent',
      pill: 'Free trial',
      text:
        days === 0
          ? 'Today is the last day of your free trial. After that your tools are locked; your settings and results are kept.'
          : `${days} ${days === 1 ? 'day' : 'days'} left, until ${shownDay(expirationDate!)}. You need no card until then, and your settings and results are kept afterward.`,
    };
  return {
    tone: 'success',
    pill: 'Active',
    text: plan.subscriptionDate ? `Active since ${shownDay(plan.subscriptionDate)}.` : 'Your plan is active.',
  };
}

/** The plan of an organisation that pays for none. */
export function Standing({ plan }: { plan: PlanProfile }) {
  const { tone, pill, text } = standingOf(plan);
  return (
    <Panel title={`Your plan: ${plan.planName}`}>
      <div className="row flex-wrap gap-2 gap-x-3">
        <StatusPill tone={tone}>{pill}</StatusPill>
        <p>{text}</p>
      </div>
    </Panel>
  );
}
