import type { CatalogCourse, TraineeCourse } from '../../entities.ts';
import { courseLook, inOrder } from '../words.ts';
import classes from './Trainees.module.css';

const stateOf = ({ status, isUnlocked, isOverdue }: TraineeCourse): string =>
  status === 'finished'
    ? 'finished'
    : isOverdue
      ? 'overdue'
      : !isUnlocked
        ? 'later'
        : status === 'notStarted'
          ? 'open'
          : 'begun';

const named: [state: string, words: string][] = [
  ['finished', 'finished'],
  ['overdue', 'overdue'],
  ['begun', 'begun'],
  ['open', 'to begin'],
  ['later', 'not open yet'],
];

function wordsOf(states: readonly string[]): string {
  const parts = named.flatMap(([state, words]) => {
    const count = states.filter((one) => one === state).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return states.length === 0 ? 'No courses' : `${states.length} courses: ${parts.join(', ')}`;
}

type CourseSquaresProps = { courses: readonly TraineeCourse[]; catalog: Record<string, CatalogCourse> };

/** One square for each course of somebody, in the order of the year: their whole progress at a glance. */
export function CourseSquares({ courses, catalog }: CourseSquaresProps) {
  const byCourse = new Map(courses.map((one) => [one.course, one]));
  const shown = inOrder(catalog).flatMap((course) => {
    const one = byCourse.get(course.id);
    return one ? [{ course, one, state: stateOf(one) }] : [];
  });
  return (
    <>
      <span className="visually-hidden">{wordsOf(shown.map(({ state }) => state))}</span>
      <span className={`${classes.squares} flex flex-wrap`} aria-hidden>
        {shown.map(({ course, one, state }) => (
          <span
            key={course.id}
            className={`${classes.square} flex-none`}
            data-state={state}
            title={`${course.title}: ${courseLook(one).label}`}
          />
        ))}
      </span>
    </>
  );
}

export const SquaresLegend = () => (
  <ul className={`${classes.legend} flex flex-wrap gap-0.5 gap-x-4 text-tiny text-dimmed`} aria-hidden>
    {named.map(([state, words]) => (
      <li key={state}>
        <span className={`${classes.square} flex-none`} data-state={state} />
        {words[0]!.toUpperCase() + words.slice(1)}
      </li>
    ))}
  </ul>
);
