import { shownDay } from '#platform/dates.ts';
import { planPath } from '#modules/plans/paths.ts';
import { trainingPaths } from '#modules/training/paths.ts';
import { DrawingTraining } from '#ui/drawings/DrawingTraining.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { DashboardData, TrainingActivity } from '../contract.ts';
import { trainingCardState, type TrainingCardState } from '../rules.ts';
import { Card, CardText } from './Card.tsx';

const buttons: Record<TrainingCardState, { label: string; href: string }> = {
  subscribe: { label: 'Subscribe to Use', href: planPath },
  enroll: { label: 'Enroll Team Members', href: trainingPaths.add },
  progress: { label: 'See Team Progress', href: trainingPaths.home },
};

function Status({ state, training }: { state: TrainingCardState; training: TrainingActivity | null }) {
  if (state === 'subscribe') return <StatusPill>Not active</StatusPill>;
  if (state === 'enroll' || !training) return <StatusPill>No one enrolled yet</StatusPill>;
  if (training.overdue > 0) return <StatusPill tone="warning">Overdue: {training.overdue}</StatusPill>;
  return (
    <StatusPill tone="success">
      {training.lastUpdated ? `Updated ${shownDay(training.lastUpdated)}` : 'On time'}
    </StatusPill>
  );
}

/** The card of training (platform.md 2, Dashboard). */
export function TrainingCard({ data }: { data: DashboardData }) {
  const { training } = data;
  const state = trainingCardState(data);
  if (state === null) return null;
  return (
    <Card
      id="training"
      title="Training"
      status={<Status state={state} training={training} />}
      drawing={<DrawingTraining />}
      buttons={[buttons[state]]}
    >
      {training && state === 'progress' ? (
        <>
          <StatTile bare label="Team members" value={training.teamMembers} />
          <StatTile bare label="Finished" value={training.isFinished} />
          <StatTile bare label="Incomplete" value={training.isNotFinished} />
        </>
      ) : (
        <CardText>
          One short course a month for everyone, with a test and a certificate. No account, no password.
        </CardText>
      )}
    </Card>
  );
}
