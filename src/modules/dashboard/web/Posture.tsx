import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { percentOf } from '#platform/percent.ts';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { RatingRuler } from '#ui/chart/RatingRuler.tsx';
import { SeverityBar } from '#ui/badge/SeverityBar.tsx';
import type {
  ComplianceActivity,
  DashboardData,
  MaturityActivity,
  MonitoringActivity,
  RatingsActivity,
  TrainingActivity,
} from '../contract.ts';
import { bandOf, ratingBands } from '../rules.ts';
import classes from './Posture.module.css';

/** One measure: its name, what it stands at, and a bar. */
function Measure({ label, value, percent }: { label: string; value: ReactNode; percent: number }) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 mb-2">
        <span className="font-medium">{label}</span>
        <span className={classes.small}>{value}</span>
      </div>
      <Progress value={percent} size={6} aria-label={label} />
    </div>
  );
}

function Websites({ monitoring }: { monitoring: MonitoringActivity }) {
  const { highs, mediums, lows } = monitoring.webAppsIssues;
  const websites = monitoring.targetList.length;
  if (websites === 0 && monitoring.lastScanDate === null)
    return (
      <div>
        <span className="font-medium">Websites</span>
        <p className={classes.small}>None yet. The first scan shows what is open.</p>
      </div>
    );
  const share = (part: number) => (
    <>
      <strong>{Math.min(part, websites)}</strong> of {websites}
    </>
  );
  return (
    <>
      {monitoring.lastScanDate === null ? (
        <div>
          <span className="font-medium">Open issues</span>
          <p className={classes.small}>Not measured yet. The first scan shows it.</p>
        </div>
      ) : (
        <div>
          <div className="flex items-baseline justify-between gap-3 mb-2">
            <span className="font-medium">Open issues</span>
            <span className={`${classes.big} font-semibold tabular-nums`}>{highs + mediums + lows}</span>
          </div>
          <SeverityBar counts={{ high: highs, medium: mediums, low: lows }} />
        </div>
      )}
      <Measure
        label="Websites scanned"
        value={share(monitoring.webAppsScanned)}
        percent={percentOf(monitoring.webAppsScanned, websites)}
      />
      <Measure
        label="Websites on a schedule"
        value={share(monitoring.scansScheduled)}
        percent={percentOf(monitoring.scansScheduled, websites)}
      />
    </>
  );
}

function Policies({ compliance: { active, inactive, draft } }: { compliance: ComplianceActivity }) {
  return (
    <Measure
      label="Policies in effect"
      value={
        <>
          <strong>{active}</strong>
          {draft > 0 && `, ${draft} in draft`}
        </>
      }
      percent={percentOf(active, active + inactive)}
    />
  );
}

function Training({ training: { teamMembers, isFinished, isNotFinished } }: { training: TrainingActivity }) {
  if (teamMembers === 0) return null;
  return (
    <Measure
      label="Courses finished"
      value={
        <>
          <strong>{isFinished}</strong> of {isFinished + isNotFinished}
        </>
      }
      percent={percentOf(isFinished, isFinished + isNotFinished)}
    />
  );
}

function Maturity({
  zimm: { assessmentStatus, overallLevel, levelInfo, percent },
}: {
  zimm: MaturityActivity;
}) {
  if (assessmentStatus === null) return null;
  if (assessmentStatus === 'notCompleted')
    return (
      <Measure
        label="Maturity assessment"
        value={
          <>
            <strong>{percent}%</strong> answered
          </>
        }
        percent={percent}
      />
    );
  return (
    <Measure
      label="Cyber maturity"
      value={
        <>
          <strong>{overallLevel}</strong> of 5, {levelInfo[overallLevel]?.levelName}
        </>
      }
      percent={percentOf(overallLevel, 5)}
    />
  );
}

const moved = (rating: number, previous: number | null) =>
  previous === null || previous === rating
    ? ''
    : `, ${rating > previous ? 'up' : 'down'} ${Math.abs(rating - previous)}`;

/** On the ruler from 250 to 900 with its bands; a number of ours says that it is an estimate. */
function Rating({ ratings: { state, rating, previous, isEstimate } }: { ratings: RatingsActivity }) {
  if (rating === null)
    return state === 'none' ? null : (
      <div>
        <span className="font-medium">Security rating</span>
        <p className={classes.small}>
          {state === 'measuring' ? 'Being measured now.' : 'It could not be measured.'}
        </p>
      </div>
    );
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 mb-2">
        <span className="font-medium">Security rating</span>
        <span className={classes.small}>
          <strong>{bandOf(rating).label}</strong>
          {moved(rating, previous)}
          {isEstimate && ', our estimate'}
        </span>
      </div>
      <RatingRuler bands={ratingBands} marks={[{ label: '', value: rating, kind: 'own' }]} small />
    </div>
  );
}

const isBegun = ({ monitoring, compliance, training, zimm, ratings }: DashboardData): boolean =>
  (monitoring !== null && (monitoring.lastScanDate !== null || monitoring.targetList.length > 0)) ||
  (compliance !== null && compliance.active + compliance.draft > 0) ||
  (training !== null && training.teamMembers > 0) ||
  (zimm !== null && zimm.assessmentStatus !== null) ||
  (ratings !== null && ratings.state !== 'none');

/** How the company stands, as far as it is measured. Null where no module measures anything. */
export function Posture({ data }: { data: DashboardData }) {
  const { monitoring, compliance, training, zimm, ratings } = data;
  if (!monitoring && !compliance && !training && !zimm && !ratings) return null;
  if (!isBegun(data))
    return (
      <Panel title="Your posture">
        <div className="row flex-col gap-3 text-dimmed text-balance text-center">
          <div className={classes.drawing}>
            <DrawingShield />
          </div>
          <p>
            Your rating, open issues, policies in effect and your maturity show here as soon as there is
            something to measure.
          </p>
        </div>
      </Panel>
    );
  return (
    <Panel
      title="Your posture"
      description="What your tools know right now."
      className={`${classes.panel} flex-col`}
    >
      <div className={`${classes.rows} pt-4 grid flex-1 gap-5 border-t`}>
        {ratings && <Rating ratings={ratings} />}
        {monitoring && <Websites monitoring={monitoring} />}
        {compliance && <Policies compliance={compliance} />}
        {training && <Training training={training} />}
        {zimm && <Maturity zimm={zimm} />}
      </div>
    </Panel>
  );
}
