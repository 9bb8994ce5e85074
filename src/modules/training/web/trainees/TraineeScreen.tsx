import { Button } from '@mantine/core';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { Navigate, useNavigate, useParams } from 'react-router';
import { shownDay, shownTime } from '#platform/dates.ts';
import { dayWords, monthWords } from '#platform/days.ts';
import { percentOf } from '#platform/percent.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { trainingPaths } from '../../paths.ts';
import { DialogHost } from '../DialogHost.tsx';
import type { TrainingDialog } from '../dialogs.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { isRefusal } from '../messages.ts';
import { PercentRing } from '#ui/chart/PercentRing.tsx';
import { certificatePdf, useOverview, useTrainee, type Loaded, type TraineeDetails } from '../queries.ts';
import { nameOf, standingLooks } from '../words.ts';
import { CourseTimeline } from './CourseTimeline.tsx';
import classes from './Trainee.module.css';
import { TraineeMenu } from './TraineeMenu.tsx';

type BackProps = { course: string | null; title: string | undefined };

const Back = ({ course, title }: BackProps) => (
  <BackLink href={course ? trainingPaths.course(course) : trainingPaths.tab('trainees')}>
    {course ? (title ?? 'Course') : 'People'}
  </BackLink>
);

/** One person: how far in each course, and what can be done about it (modules.md 2). */
export function TraineeScreen() {
  const { tab, course = '', trainee = '' } = useParams();
  useFeatureIntro('training');
  if (tab !== 'courses' && tab !== 'trainees') return <Navigate to="/404" replace />;
  return <TraineePage key={trainee} id={trainee} course={tab === 'courses' ? course : null} />;
}

function TraineePage({ id, course }: { id: string; course: string | null }) {
  const details = useTrainee(id);
  const overview = useOverview();
  const back = <Back course={course} title={course ? overview.data?.catalogMap[course]?.title : undefined} />;
  if (details.data && overview.data)
    return <Person details={details.data} loaded={overview.data} course={course} back={back} />;
  const error = details.error ?? overview.error;
  return (
    <>
      <PageHeader trail={back} title="Person" />
      {isRefusal(error, 'no-such-trainee') || (error && 'code' in error && error.code === 'invalid') ? (
        <Panel>
          <EmptyState
            drawing={<DrawingLost />}
            title="This person is not here"
            action={
              <Button component={Link} href={trainingPaths.tab('trainees')}>
                See everyone
              </Button>
            }
          >
            The person may have been deleted, or the address is incomplete.
          </EmptyState>
        </Panel>
      ) : error ? (
        <LoadFailed
          error={error}
          retrying={details.isFetching || overview.isFetching}
          onRetry={() => {
            void details.refetch();
            void overview.refetch();
          }}
        />
      ) : (
        <div className="stack gap-6">
          <SkeletonPanel lines={4} height={200} label="Loading the person" />
          <SkeletonPanel lines={10} height={560} label="Loading courses" />
        </div>
      )}
    </>
  );
}

type PersonProps = { details: TraineeDetails; loaded: Loaded; course: string | null; back: React.ReactNode };

function leadOf({ standing, unlocked, finished, courses, nextDue }: TraineeDetails['trainee']): string {
  if (standing === 'archived') return 'Archived: no emails, no seat, and the record stays.';
  if (standing === 'finished') return `All ${courses} courses are finished.`;
  if (nextDue && standing === 'overdue') return `A course was due on ${dayWords(nextDue)}.`;
  if (nextDue && standing === 'open') return `The next course is due on ${dayWords(nextDue)}.`;
  return unlocked > finished ? 'Courses are open.' : 'Nothing to do until the next course opens.';
}

function Person({ details, loaded, course, back }: PersonProps) {
  const { trainee, courses, attempts, certificate } = details;
  const dialog = useDialog<TrainingDialog>();
  const navigate = useNavigate();
  const look = standingLooks[trainee.standing];
  const name = nameOf(trainee);
  const at = (time: string | null, never: string) =>
    time ? <time dateTime={time}>{shownTime(time)}</time> : never;
  return (
    <>
      <PageHeader
        trail={back}
        title={<bdi>{name}</bdi>}
        badge={<StatusPill tone={look.tone}>{look.label}</StatusPill>}
        purpose={<bdi>{[trainee.email, trainee.department].filter(Boolean).join(' · ')}</bdi>}
        menu={
          <TraineeMenu
            trainee={trainee}
            courses={courses}
            onDialog={dialog.show}
            onDeleted={() =>
              void navigate(course ? trainingPaths.course(course) : trainingPaths.tab('trainees'))
            }
          />
        }
        action={
          <Button
            leftSection={<IconListCheck size={18} stroke={1.75} aria-hidden />}
            onClick={(event) =>
              dialog.show({ kind: 'courses', people: [{ trainee, courses }] }, event.currentTarget)
            }
          >
            Edit courses
          </Button>
        }
      />
      <div className={`${classes.split} grid items-start gap-6`}>
        <Panel title="Courses" description={leadOf(trainee)}>
          <CourseTimeline
            courses={courses}
            attempts={attempts}
            catalog={loaded.catalogMap}
            personName={name}
            current={course}
          />
        </Panel>
        <div className={`${classes.side} grid gap-6`}>
          <Panel size="small">
            <div className={`${classes.sum} row gap-5`}>
              <PercentRing percent={percentOf(trainee.finished, trainee.courses)} />
              <p>
                <strong>
                  {trainee.finished} of {trainee.courses}
                </strong>{' '}
                courses of the year finished
              </p>
            </div>
            {certificate && (
              <Button
                fullWidth
                mt={16}
                variant="default"
                component="a"
                href={certificatePdf(certificate, `${name} year certificate`)}
                target="_blank"
                rel="noopener"
                leftSection={<IconCertificate size={18} stroke={1.5} aria-hidden />}
              >
                Certificate of the year
              </Button>
            )}
          </Panel>
          <Panel size="small" title="About">
            <KeyValueList
              items={[
                { key: 'added', label: 'In training since', value: shownDay(trainee.addedAt) },
                ...(loaded.traineesData!.settings.calendar === 'own'
                  ? [{ key: 'month', label: 'First month', value: monthWords(trainee.startMonth) }]
                  : []),
                { key: 'seen', label: 'Last seen', value: at(trainee.lastSeenAt, 'Not yet') },
                { key: 'mail', label: 'Last email', value: at(trainee.mailedAt, 'None yet') },
                ...(trainee.archivedAt
                  ? [{ key: 'archived', label: 'Archived', value: shownDay(trainee.archivedAt) }]
                  : []),
              ]}
            />
          </Panel>
        </div>
      </div>
      <DialogHost open={dialog.open} loaded={loaded} onClose={dialog.close} />
    </>
  );
}
