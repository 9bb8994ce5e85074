import { Button } from '@mantine/core';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { trainingPaths } from '../../paths.ts';
import { DialogHost } from '../DialogHost.tsx';
import type { TrainingDialog } from '../dialogs.ts';
import { useTraineeFilter } from '../filter.ts';
import { isRefusal } from '../messages.ts';
import { useCourseReport, useCourseStart, useOverview, type CourseReport, type Loaded } from '../queries.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { PeopleList } from '../trainees/PeopleList.tsx';
import { About } from './About.tsx';
import { CourseMenu } from './CourseMenu.tsx';
import classes from './Courses.module.css';
import { CourseProgressPanel } from './CourseProgressPanel.tsx';
import { OwnCourseMenu } from './OwnCourseMenu.tsx';
import { printPoster, Takeaway } from './Takeaway.tsx';

const PreviewDialog = lazy(async () => ({ default: (await import('./PreviewDialog.tsx')).PreviewDialog }));

const Back = () => <BackLink href={trainingPaths.tab('courses')}>Courses</BackLink>;

/** One course: what is in it, how far people are, what was hard (modules.md 2). */
export function CourseScreen() {
  const { tab, course = '' } = useParams();
  useFeatureIntro('training');
  if (tab === 'trainees')
    return (
      <Navigate
        to={
          course === 'all'
            ? trainingPaths.tab('trainees')
            : `${trainingPaths.tab('trainees')}?course=${encodeURIComponent(course)}`
        }
        replace
      />
    );
  if (tab !== 'courses') return <Navigate to="/404" replace />;
  return <CoursePage key={course} id={course} />;
}

function CoursePage({ id }: { id: string }) {
  const report = useCourseReport(id);
  const overview = useOverview();
  const error = report.error ?? overview.error;
  if (report.data && overview.data) return <Course report={report.data} loaded={overview.data} />;
  return (
    <>
      <PageHeader trail={<Back />} title="Course" />
      {isRefusal(error, 'no-such-course') ? (
        <Panel>
          <EmptyState
            drawing={<DrawingLost />}
            title="This course is not here"
            action={
              <Button component={Link} href={trainingPaths.tab('courses')}>
                See all courses
              </Button>
            }
          >
            It may have been removed, or the address is incomplete.
          </EmptyState>
        </Panel>
      ) : error ? (
        <LoadFailed
          error={error}
          retrying={report.isFetching || overview.isFetching}
          onRetry={() => {
            void report.refetch();
            void overview.refetch();
          }}
        />
      ) : (
        <div className="stack gap-6">
          <SkeletonPanel lines={6} height={280} label="Loading the course" />
          <SkeletonPanel lines={8} height={480} label="Loading people" />
        </div>
      )}
    </>
  );
}

function Course({ report: { course, progress, insight }, loaded }: { report: CourseReport; loaded: Loaded }) {
  const [filter, change] = useTraineeFilter();
  const dialog = useDialog<TrainingDialog>();
  const navigate = useNavigate();
  const [playing, setPlaying] = useState(false);
  const yearly = course.kind === 'yearly';
  const start = useCourseStart(course.id, yearly);
  return (
    <>
      <PageHeader
        trail={<Back />}
        title={course.title}
        purpose={course.summary || 'A course that your organization brought.'}
        menu={
          yearly ? (
            <CourseMenu course={course} {...(start.data ? { onPrint: printPoster } : {})} />
          ) : (
            <OwnCourseMenu course={course} onRemoved={() => void navigate(trainingPaths.tab('courses'))} />
          )
        }
        action={
          yearly && (
            <Button
              leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
              onClick={() => setPlaying(true)}
            >
              Preview
            </Button>
          )
        }
      />
      <div className="stack gap-6">
        <div className={`${classes.split} grid items-start gap-6`}>
          <CourseProgressPanel progress={progress} insight={insight} />
          <About course={course} />
        </div>
        <Panel flush title="People in this course">
          <PeopleList
            course={course.id}
            filter={filter}
            onFilter={change}
            catalog={loaded.catalogMap}
            onDialog={dialog.show}
            nobody={
              <EmptyState
                level={3}
                title="No one takes this course"
                action={
                  <Button component={Link} variant="default" href={trainingPaths.tab('trainees')}>
                    Go to people
                  </Button>
                }
              >
                Choose people in the list and give it to them with Edit courses.
              </EmptyState>
            }
          />
        </Panel>
        {start.data && <Takeaway title={course.title} takeaway={start.data.course.takeaway} />}
      </div>
      <DialogHost open={dialog.open} loaded={loaded} onClose={dialog.close} />
      {playing && (
        <Suspense fallback={null}>
          <PreviewDialog course={course} onClose={() => setPlaying(false)} />
        </Suspense>
      )}
    </>
  );
}
