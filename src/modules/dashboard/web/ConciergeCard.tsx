import { conciergePaths } from '#modules/concierge/paths.ts';
import { planPath } from '#modules/plans/paths.ts';
import { DrawingTalk } from '#ui/drawings/DrawingTalk.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { ConciergeActivity, DashboardData } from '../contract.ts';
import { conciergeCardState, type ConciergeCardState } from '../rules.ts';
import { Card, CardText } from './Card.tsx';
import classes from './Card.module.css';

const learn = { label: 'Learn More', href: conciergePaths.tab('about') };
const weaknesses = { label: 'View Weaknesses', href: conciergePaths.tab('weaknesses') };
const messages = { label: 'View Messages', href: conciergePaths.tab('messages') };

const buttons: Record<ConciergeCardState, { label: string; href: string }[]> = {
  subscribe: [{ label: 'Subscribe to Use', href: planPath }],
  learn: [learn],
  weaknesses: [weaknesses],
  messages: [messages],
  both: [weaknesses, messages],
};

function Status({ activity }: { activity: ConciergeActivity | null }) {
  if (!activity) return <StatusPill>Not active</StatusPill>;
  // those that are website issues as well are counted beside the issues
  const urgent = activity.urgentWeaknesses - activity.sameAsIssues.urgent;
  if (urgent > 0) return <StatusPill tone="warning">Critical or high: {urgent}</StatusPill>;
  if (activity.unreadAnswers > 0) return <StatusPill tone="accent">New answer</StatusPill>;
  return <StatusPill tone="success">Experts on call</StatusPill>;
}

/** The card of the concierge (platform.md 2, Dashboard): counts lead to their lists as soon as there is something in them. */
export function ConciergeCard({ data }: { data: DashboardData }) {
  const state = conciergeCardState(data);
  if (state === null) return null;
  const activity = state === 'subscribe' ? null : data.cyberConcierge;
  const { numberOfWeaknesses = 0, numberOfAlerts = 0, newAlerts = 0 } = activity ?? {};
  return (
    <Card
      id="cyberconcierge"
      title="Cyber Concierge"
      status={<Status activity={activity} />}
      drawing={<DrawingTalk />}
      buttons={buttons[state]}
    >
      {activity ? (
        <>
          <StatTile
            bare
            label="Security weaknesses"
            value={numberOfWeaknesses}
            href={numberOfWeaknesses > 0 ? weaknesses.href : undefined}
          />
          <StatTile
            bare
            label="Messages"
            value={numberOfAlerts}
            unit={newAlerts > 0 ? `${newAlerts} new` : undefined}
            href={numberOfAlerts > 0 ? messages.href : undefined}
          />
          {activity.sameAsIssues.weaknesses > 0 && (
            <p className={`${classes.note} text-small leading-5 text-dimmed`}>
              {activity.sameAsIssues.weaknesses === 1
                ? '1 weakness is also a website issue.'
                : `${activity.sameAsIssues.weaknesses} weaknesses are also website issues.`}
            </p>
          )}
          {activity.newestAlert && (
            <p className={`${classes.newest} text-small leading-5 text-dimmed truncate`}>
              New: {activity.newestAlert.title}
            </p>
          )}
        </>
      ) : (
        <CardText>
          Security experts who answer your questions and tell you what matters, in plain words.
        </CardText>
      )}
    </Card>
  );
}
