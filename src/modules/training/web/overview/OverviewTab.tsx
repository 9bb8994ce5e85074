import { Button } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconReportAnalytics from '@tabler/icons-react/dist/esm/icons/IconReportAnalytics.mjs';
import { monthWords } from '#platform/days.ts';
import { planPath } from '#modules/plans/paths.ts';
import { shownTime } from '#platform/dates.ts';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import { trainingPaths } from '../../paths.ts';
import { useSync } from '../changes.ts';
import type { ShowDialog } from '../dialogs.ts';
import { everybody } from '../filter.ts';
import { useTrainees, type Loaded } from '../queries.ts';
import shared from '../Training.module.css';
import { counted, number } from '../words.ts';
import { CourseBars } from './CourseBars.tsx';
import { EmptyTraining } from './EmptyTraining.tsx';
import { HardestTopics } from './HardestTopics.tsx';
import { MonthsChart } from './MonthsChart.tsx';
import { NudgeList } from './NudgeList.tsx';
import classes from './Overview.module.css';
import { courseOfMonth, firstScoreOf, sumOf } from './standing.ts';
import { Summary } from './Summary.tsx';

type OverviewTabProps = { loaded: Loaded; empty: boolean; onDialog: ShowDialog };

export function OverviewTab({ loaded, empty, onDialog }: OverviewTabProps) {
  if (empty) return <EmptyTraining loaded={loaded} onDialog={onDialog} />;
  return <FullOverview loaded={loaded} onDialog={onDialog} />;
}

function FullOverview({ loaded, onDialog }: Omit<OverviewTabProps, 'empty'>) {
  const data = loaded.traineesData!;
  const overdue = useTrainees({ ...everybody, standing: 'overdue', sort: 'nextDue' }, 5);
  const sum = sumOf(data.courses);
  return (
    <>
      <Summary sum={sum} people={data.seats.taken} onDialog={onDialog} />
      <Tiles loaded={loaded} overduePeople={overdue.data?.total} />
      <div className={`${classes.wideAndNarrow} grid gap-6`}>
        <Panel title="Month by month" description="Courses that opened in each month, and how they went.">
          <MonthsChart months={data.months} />
        </Panel>
        <NudgeList overdue={overdue} onDialog={onDialog} />
      </div>
      <div className={`${classes.wideAndNarrow} grid gap-6`}>
        <CourseBars courses={data.courses} catalog={loaded.catalogMap} />
        <HardestTopics insights={data.insights} catalog={loaded.catalogMap} />
      </div>
      <Running loaded={loaded} />
    </>
  );
}

function Tiles({ loaded, overduePeople }: { loaded: Loaded; overduePeople: number | undefined }) {
  const { seats, archived, insights, settings } = loaded.traineesData!;
  const score = firstScoreOf(insights);
  const current = settings.calendar === 'together' ? courseOfMonth(loaded) : null;
  return (
    <div className={`${classes.tiles} grid gap-6`}>
      <StatTile
        label="Seats taken"
        value={number(seats.taken)}
        unit={`of ${number(seats.total)}`}
        note={
          <>
            {seats.left > 0
              ? `${counted(seats.left, 'seat')} free`
              : seats.left === 0
                ? 'No seat free'
                : `${number(-seats.left)} more than your plan has`}
            {archived > 0 && `, ${number(archived)} archived`}
          </>
        }
        href={seats.left > 0 ? trainingPaths.tab('trainees') : planPath}
      />
      <StatTile
        label="People who are late"
        value={overduePeople === undefined ? '–' : number(overduePeople)}
        note={overduePeople === 0 ? 'No one is behind' : 'With a course past its due date'}
        href={`${trainingPaths.tab('trainees')}?standing=overdue`}
      />
      <StatTile
        label="First try at the test"
        value={score === null ? '–' : score.score}
        unit={score === null ? undefined : '% right'}
        note={
          score === null ? 'Once five people have taken one' : `On average, ${counted(score.tests, 'test')}`
        }
      />
      {current ? (
        <StatTile
          label="Course of this month"
          value={
            <span className={`${classes.tileWords} block leading-5.5 font-semibold text-balance`}>
              {current.title}
            </span>
          }
          note={`Month ${current.month} of 12`}
          href={trainingPaths.course(current.id)}
        />
      ) : (
        <StatTile
          label="Calendar"
          value={
            <span className={`${classes.tileWords} block leading-5.5 font-semibold text-balance`}>
              {settings.calendar === 'own' ? 'Everyone in their own months' : 'The year is complete'}
            </span>
          }
          note={
            settings.calendar === 'own'
              ? 'From the month each was added'
              : `Since ${monthWords(settings.startMonth)}`
          }
          href={trainingPaths.tab('settings')}
        />
      )}
    </div>
  );
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

function Running({ loaded }: { loaded: Loaded }) {
  const sync = useSync();
  const { remind, digest, calendar, startMonth } = loaded.traineesData!.settings;
  return (
    <section className="row flex-wrap justify-between gap-2 gap-x-6" aria-label="How training runs">
      <ul className={`${classes.runs} flex flex-wrap gap-1 gap-x-6 text-small text-dimmed`}>
        <li data-off={!remind || undefined}>
          <IconMail {...icon} />
          {remind ? 'Reminders are on' : 'Reminders are off'}
        </li>
        <li data-off={!digest || undefined}>
          <IconReportAnalytics {...icon} />
          {digest ? 'Monthly digest is on' : 'Monthly digest is off'}
        </li>
        <li>
          <IconCalendar {...icon} />
          {calendar === 'together'
            ? `Everyone together since ${monthWords(startMonth)}`
            : 'Everyone in their own months'}
        </li>
        <li>
          <Link className="font-medium text-accent underline" href={trainingPaths.tab('settings')}>
            Change
          </Link>
        </li>
      </ul>
      <div className={`${classes.reading} row gap-4 ms-auto`}>
        <span className={shared.quiet}>
          Read <time dateTime={loaded.ts}>{shownTime(loaded.ts)}</time>
        </span>
        <Button
          variant="default"
          leftSection={<IconRefresh {...icon} />}
          loading={sync.isPending}
          onClick={() => sync.mutate({ only: 'overview', updateWithSync: true })}
        >
          Sync now
        </Button>
      </div>
    </section>
  );
}
