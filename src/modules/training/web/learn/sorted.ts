import type { LearnCourse } from './queries.ts';

/** Courses by what is to do with them: now (the most urgent first), done, and later. */
export function sortedCourses(courses: readonly LearnCourse[]) {
  const done = courses.filter(({ status }) => status === 'finished');
  const open = courses.filter(({ status }) => status !== 'finished');
  return {
    now: open.filter(({ isUnlocked }) => isUnlocked).toSorted((a, b) => a.dueOn.localeCompare(b.dueOn)),
    later: open.filter(({ isUnlocked }) => !isUnlocked).toSorted((a, b) => a.unlockOn.localeCompare(b.unlockOn)),
    done: done.toSorted((a, b) => (b.finishedAt ?? '').localeCompare(a.finishedAt ?? '')),
  };
}
