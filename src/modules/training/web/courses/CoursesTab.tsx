import { addMonths, monthWords, type Day } from '#platform/days.ts';
import {
  chosenGoals,
  noGoals,
  organizationContract,
  servedWords,
  type GoalId,
} from '#modules/organization/contract.ts';
import { useLoaded } from '#platform/web/useLoaded.ts';
import { GoalMark } from '#ui/badge/GoalMark.tsx';
import { Link } from '#ui/text/Link.tsx';
import type { CatalogCourse, CourseProgress } from '../../entities.ts';
import { courseGoals } from '../../goals.ts';
import { trainingPaths } from '../../paths.ts';
import { SplitBar } from '../overview/SplitBar.tsx';
import { courseOfMonth } from '../overview/standing.ts';
import type { Loaded } from '../queries.ts';
import shared from '../Training.module.css';
import { counted, inOrder, number } from '../words.ts';
import { CourseMenu } from './CourseMenu.tsx';
import { ImportCourseButton, OwnCourseMenu } from './OwnCourseMenu.tsx';
import classes from './Courses.module.css';

type CardProps = {
  course: CatalogCourse;
  progress: CourseProgress | undefined;
  /** When it opens or opened for everybody. */
  month: Day | null;
  current: boolean;
  /** What the company wants to reach. */
  goals: readonly GoalId[];
};

function standingOf(progress: CourseProgress | undefined): string {
  if (!progress || progress.enrolled === 0) return 'No one has this course';
  if (progress.unlocked === 0) return `${counted(progress.enrolled, 'person', 'people')} will take it`;
  const finished = `${number(progress.finished)} of ${number(progress.unlocked)} finished`;
  return progress.overdue > 0 ? `${finished}, ${number(progress.overdue)} overdue` : finished;
}

function CourseCard({ course, progress, month, current, goals }: CardProps) {
  const closed = !progress || progress.unlocked === 0;
  return (
    <li className={`${classes.card} card flex flex-col relative gap-1.5`} data-current={current || undefined}>
      <div className={`${classes.cardHead} min-h-10 row gap-3`}>
        <span
          className={`${classes.number} grid place-items-center flex-none font-semibold text-accent tabular-nums rounded bg-accent`}
          data-closed={closed || undefined}
          aria-hidden
        >
          {course.month ?? '•'}
        </span>
        <span className={`${classes.when} flex-auto text-small text-dimmed`}>
          {current
            ? 'This month'
            : month
              ? monthWords(month)
              : course.month
                ? `Month ${course.month}`
                : `SCORM ${course.standard ?? ''}`}
        </span>
        {course.kind === 'yearly' ? <CourseMenu course={course} /> : <OwnCourseMenu course={course} />}
      </div>
      <h3 className={`${classes.cardTitle} text-reading`}>
        <Link
          className={`${classes.cardLink} text-plain no-underline`}
          href={trainingPaths.course(course.id)}
        >
          {course.title}
        </Link>
      </h3>
      <p className="flex-auto leading-5 text-dimmed text-pretty">{course.summary}</p>
      <GoalMark lead="For your goals" goals={servedWords(courseGoals[course.id] ?? [], goals)} />
      <div className={`${classes.cardFoot} grid gap-2`} data-closed={closed || undefined}>
        {progress && progress.unlocked > 0 && <SplitBar progress={progress} />}
        <p className="flex flex-wrap justify-between gap-0.5 gap-x-3 text-small text-dimmed tabular-nums">
          <span>{standingOf(progress)}</span>
          <span>{course.minutes} min</span>
        </p>
      </div>
    </li>
  );
}

export function CoursesTab({ loaded }: { loaded: Loaded }) {
  const { courses, settings } = loaded.traineesData!;
  const goals = chosenGoals(useLoaded(organizationContract.profileCheck)?.orgGoals ?? noGoals);
  const progress = new Map(courses.map((one) => [one.course, one]));
  const all = inOrder(loaded.catalogMap);
  const yearly = all.filter(({ kind }) => kind === 'yearly');
  const own = all.filter(({ kind }) => kind === 'own');
  const together = settings.calendar === 'together';
  const current = together ? courseOfMonth(loaded)?.id : undefined;
  const card = (course: CatalogCourse) => (
    <CourseCard
      key={course.id}
      course={course}
      progress={progress.get(course.id)}
      month={together && course.month ? addMonths(settings.startMonth, course.month - 1) : null}
      current={course.id === current}
      goals={goals}
    />
  );
  return (
    <>
      <section aria-labelledby="training-year">
        <div className="row flex-wrap justify-between gap-3 gap-x-6 mb-4">
          <div>
            <h2 id="training-year" className="text-title">
              The year
            </h2>
            <p className={shared.quiet}>
              {together
                ? `One course opens each month for everyone, the first in ${monthWords(settings.startMonth)}.`
                : 'One course opens each month, counted from the month each person starts.'}
            </p>
          </div>
        </div>
        <ul className={`${classes.cards} grid-cols-3 grid gap-6`}>{yearly.map(card)}</ul>
      </section>
      <section aria-labelledby="training-own">
        <div className="row flex-wrap justify-between gap-3 gap-x-6 mb-4">
          <div>
            <h2 id="training-own" className="text-title">
              Your own courses
            </h2>
            <p className={shared.quiet}>
              {own.length === 0
                ? 'A course about your tools, your rules or your machines can run here as well, as a SCORM package.'
                : 'Uploaded as SCORM packages; give them to people with Edit courses.'}
            </p>
          </div>
          <ImportCourseButton />
        </div>
        {own.length > 0 && <ul className={`${classes.cards} grid-cols-3 grid gap-6`}>{own.map(card)}</ul>}
      </section>
    </>
  );
}
