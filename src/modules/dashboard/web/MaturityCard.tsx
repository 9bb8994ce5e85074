import { Progress } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import { planPath } from '#modules/plans/paths.ts';
import { BetaBadge } from '#ui/badge/BetaBadge.tsx';
import { DrawingSteps } from '#ui/drawings/DrawingSteps.tsx';
import { FinishedLevels, finishedWords } from '#ui/chart/FinishedLevels.tsx';
import { LevelBadge } from '#ui/badge/LevelBadge.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { DashboardData, MaturityActivity } from '../contract.ts';
import { maturityCardState, type MaturityCardState } from '../rules.ts';
import { Card, CardText } from './Card.tsx';
import classes from './MaturityCard.module.css';
import { assessmentPlace } from './places.ts';

const label: Record<MaturityCardState, string> = {
  subscribe: 'Subscribe to Use',
  start: 'Start Assessment',
  finish: 'Finish Assessment',
  done: 'Update Responses',
};

function Level({ zimm, done }: { zimm: MaturityActivity; done: boolean }) {
  const info = zimm.levelInfo[zimm.overallLevel];
  return (
    <>
      <div className="row gap-4">
        <LevelBadge level={zimm.overallLevel} label={`Level ${zimm.overallLevel} of 5`} />
        <div>
          <p className="text-title">
            {done ? info?.levelName : finishedWords(zimm.finished.length, zimm.elements)}
          </p>
          <p className="text-small leading-5 text-dimmed">
            {done
              ? 'Level of your weakest element'
              : `Level so far: ${zimm.overallLevel}, ${info?.levelName}`}
          </p>
        </div>
      </div>
      <div className={classes.progress}>
        <div className="flex items-baseline justify-between gap-3 tabular-nums mb-2">
          <span className="text-small leading-5 text-dimmed">Questions answered</span>
          <strong>{zimm.percent}%</strong>
        </div>
        <Progress value={zimm.percent} size={6} aria-label="Questions answered" />
      </div>
      {!done && <FinishedLevels finished={zimm.finished} of={zimm.elements} />}
    </>
  );
}

/** The card of the maturity assessment (platform.md 2, Dashboard). */
export function MaturityCard({ data }: { data: DashboardData }) {
  const { zimm } = data;
  const state = maturityCardState(data);
  if (state === null) return null;
  const status =
    state === 'subscribe' ? (
      <StatusPill>Not active</StatusPill>
    ) : zimm?.lastUpdated ? (
      <StatusPill tone={state === 'done' ? 'success' : 'neutral'}>
        Updated {shownDay(zimm.lastUpdated)}
      </StatusPill>
    ) : (
      <StatusPill>Not started</StatusPill>
    );
  return (
    <Card
      id="cybermaturity"
      title="Cyber Maturity"
      badge={<BetaBadge />}
      status={status}
      drawing={<DrawingSteps />}
      buttons={[{ label: label[state], href: state === 'subscribe' ? planPath : assessmentPlace(zimm) }]}
    >
      {zimm && (state === 'finish' || state === 'done') ? (
        <Level zimm={zimm} done={state === 'done'} />
      ) : (
        <CardText>
          Plain questions show where your security stands, from level 0 to 5, and what to do first.
        </CardText>
      )}
    </Card>
  );
}
