import { Anchor } from '@mantine/core';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import { shownDay } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import { Link } from '#ui/text/Link.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { CatalogCourse, TraineeCourse } from '../../entities.ts';
import { trainingPaths } from '../../paths.ts';
import { certificatePdf, type TraineeDetails } from '../queries.ts';
import shared from '../Training.module.css';
import { counted, courseLook, inOrder } from '../words.ts';
import classes from './Trainee.module.css';

type Attempt = TraineeDetails['attempts'][number];
type CourseTimelineProps = {
  courses: readonly TraineeCourse[];
  attempts: readonly Attempt[];
  catalog: Record<string, CatalogCourse>;
  personName: string;
  /** The course that one came from. */
  current: string | null;
};

function whenOf(one: TraineeCourse): string {
  if (one.finishedAt) return `Finished ${shownDay(one.finishedAt)}`;
  if (!one.isUnlocked) return `Opens ${dayWords(one.unlockOn)}`;
  return `${one.isOverdue ? 'Was due' : 'Due'} ${dayWords(one.dueOn)}`;
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <details className={`${classes.attempts} text-small text-dimmed`}>
      <summary>{counted(attempts.length, 'try', 'tries')} at the test</summary>
      <ol>
        {attempts.map(({ number, score, passed, finishedAt }) => (
          <li key={number}>
            <span>{shownDay(finishedAt)}</span>
            <span>{score}%</span>
            <span>{passed ? 'Passed' : 'Not passed'}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The courses of one person in the order of the year: when, how far, how well. Never which answers were wrong. */
export function CourseTimeline({ courses, attempts, catalog, personName, current }: CourseTimelineProps) {
  const byCourse = new Map(courses.map((one) => [one.course, one]));
  const shown = inOrder(catalog).flatMap((course) => {
    const one = byCourse.get(course.id);
    return one ? [{ course, one }] : [];
  });
  if (shown.length === 0) return <p className={shared.quiet}>No courses yet. Give some with Edit courses.</p>;
  return (
    <ol>
      {shown.map(({ course, one }) => {
        const look = courseLook(one);
        const state =
          one.status === 'finished'
            ? 'finished'
            : one.isOverdue
              ? 'overdue'
              : one.isUnlocked
                ? 'open'
                : 'later';
        return (
          <li
            key={course.id}
            className={`${classes.stop} grid relative gap-4`}
            data-state={state}
            aria-current={course.id === current || undefined}
          >
            <span
              className={`${classes.mark} rounded-circle grid place-items-center relative text-small font-semibold text-dimmed tabular-nums bg-card`}
              aria-hidden
            >
              {course.month ?? '•'}
            </span>
            <div className={`${classes.stopWords} min-w-0`}>
              <Link
                className={`${classes.stopTitle} font-medium text-plain hover-underline`}
                href={trainingPaths.course(course.id)}
              >
                {course.title}
              </Link>
              <p className="flex flex-wrap gap-x-4 text-small leading-5 text-dimmed">
                <span>{whenOf(one)}</span>
                {one.status !== 'finished' && one.percent > 0 && <span>{one.percent}% done</span>}
                {one.bestScore !== null && <span>Best score {one.bestScore}%</span>}
              </p>
              <Attempts attempts={attempts.filter(({ course: of }) => of === course.id)} />
            </div>
            <div className={`${classes.stopEnd} min-h-8 row gap-3`}>
              {one.certificate && (
                <Anchor
                  className={`${classes.certificate} inline-row gap-1.5`}
                  href={certificatePdf(one.certificate, `${personName} ${course.title}`)}
                  target="_blank"
                  rel="noopener"
                  aria-label={`Certificate of ${course.title} as PDF`}
                >
                  <IconCertificate size={18} stroke={1.5} aria-hidden />
                  Certificate
                </Anchor>
              )}
              <StatusPill tone={look.tone}>{look.label}</StatusPill>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
