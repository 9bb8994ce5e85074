import { addDays, addMonths, monthOf, pacificDay, type Day } from '#platform/days.ts';

/** Days that somebody has for a course, and days between the due days of courses that are made up for. */
export const daysToFinish = 30;
export const daysBetween = 14;

/** The Pacific day of an instant, as all days of training are counted. */
export const today = (now: Date): Day => pacificDay(now);

/** Months that can be asked for: nobody plans further, and what is further back is a slip. */
export const isMonthInReach = (month: Day, now: Date): boolean => {
  const current = monthOf(today(now));
  return month >= addMonths(current, -120) && month <= addMonths(current, 60);
};

/** A course as its dates need it; own courses have no month. */
export type Dated = { id: string; month: number | null };
export type Planned = { course: string; unlockOn: Day; dueOn: Day };

/**
 * When each course unlocks and is due for somebody who begins with the first one in `start`. What should have been unlocked
 * by now unlocks today, and is due one after the other from the oldest on, so that nobody owes everything at once.
 */
export function planCourses(courses: readonly Dated[], start: Day, now: Day): Planned[] {
  const made = courses
    .filter((course) => course.month !== null)
    .map((course) => ({ course: course.id, month: course.month!, on: addMonths(start, course.month! - 1) }))
    .toSorted((one, other) => one.month - other.month);
  const late = made.filter(({ on }) => on <= now);
  const coming = made.filter(({ on }) => on > now);
  const own = courses.filter(({ month }) => month === null);
  return [
    ...late.map(({ course }, place) => ({
      course,
      unlockOn: now,
      dueOn: addDays(now, daysToFinish + place * daysBetween),
    })),
    ...coming.map(({ course, on }) => ({ course, unlockOn: on, dueOn: addDays(on, daysToFinish) })),
    ...own.map(({ id }) => ({ course: id, unlockOn: now, dueOn: addDays(now, daysToFinish) })),
  ];
}
