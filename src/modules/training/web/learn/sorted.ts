import type { LearnCourse } from './queries.ts';

/** What is late comes first, then what was begun, then the rest; among equals what is due first. */
const rankOf = ({ isOverdue, status }: LearnCourse): number =>
  isOverdue ? 0 : status === 'notStarted' ? 2 : 1;

/** Courses by what is to do with them: now (the most urgent first), done, and later. */
export function sortedCourses(courses: readonly LearnCourse[]) {
  const done = courses.filter(({ status }) => status === 'finished');
  const open = courses.filter(({ status }) => status !== 'finished');
  return {
    now: open
      .filter(({ isUnlocked }) => isUnlocked)
      .toSorted((a, b) => rankOf(a) - rankOf(b) || a.dueOn.localeCompare(b.dueOn)),
    later: open
      .filter(({ isUnlocked }) => !isUnlocked)
      .toSorted((a, b) => a.unlockOn.localeCompare(b.unlockOn)),
    done: done.toSorted((a, b) => (b.finishedAt ?? '').localeCompare(a.finishedAt ?? '')),
  };
}
