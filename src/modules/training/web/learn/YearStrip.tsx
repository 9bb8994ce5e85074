import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { monthMark } from '../words.ts';
import classes from './YearStrip.module.css';
import type { LearnCourse } from './queries.ts';

export function YearStrip({ courses }: { courses: readonly LearnCourse[] }) {
  const year = courses
    .filter(({ kind }) => kind === 'yearly')
    .toSorted((a, b) => (a.month ?? 0) - (b.month ?? 0));
  if (year.length === 0) return null;
  const done = year.filter(({ status }) => status === 'finished').length;
  // in a year of its own each course has its month; somebody who came late has several in one
  const isMonthly = new Set(year.map(({ unlockOn }) => unlockOn.slice(0, 7))).size === year.length;
  return (
    <figure className={`${classes.year} card`}>
      <figcaption className={`${classes.words} leading-5.5 text-dimmed mb-3`}>
        <strong>
          {done} of {year.length}
        </strong>{' '}
        courses of the year done
      </figcaption>
      <ol className={`${classes.strip} grid gap-1.5`} aria-hidden>
        {year.map(({ course, status, isUnlocked, isOverdue, unlockOn, month }) => (
          <li
            key={course}
            data-state={
              status === 'finished' ? 'done' : isOverdue ? 'overdue' : isUnlocked ? 'open' : 'later'
            }
          >
            <span className={`${classes.box} grid place-items-center w-full border rounded-sm bg-canvas`}>
              {status === 'finished' && <IconCheck size={16} stroke={2.5} />}
            </span>
            <span className={`${classes.month} text-tiny text-dimmed`}>
              {isMonthly ? monthMark(unlockOn) : month}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
