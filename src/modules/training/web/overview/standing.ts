import { percentOf } from '#platform/percent.ts';
import { monthOf, pacificDay } from '#platform/days.ts';
import type { CatalogCourse, CourseInsight, CourseProgress } from '../../entities.ts';
import type { Loaded } from '../queries.ts';

export type Sum = { unlocked: number; finished: number; overdue: number; enrolled: number };

export const sumOf = (courses: readonly CourseProgress[]): Sum =>
  courses.reduce<Sum>(
    (sum, one) => ({
      unlocked: sum.unlocked + one.unlocked,
      finished: sum.finished + one.finished,
      overdue: sum.overdue + one.overdue,
      enrolled: sum.enrolled + one.enrolled,
    }),
    { unlocked: 0, finished: 0, overdue: 0, enrolled: 0 },
  );

/** The average of first tests where enough people took them, weighed by people. */
export function firstScoreOf(insights: readonly CourseInsight[]): { score: number; tests: number } | null {
  const known = insights.filter(
    (one): one is CourseInsight & { firstScore: number } => one.firstScore !== null,
  );
  const people = known.reduce((sum, one) => sum + one.people, 0);
  if (people === 0) return null;
  const sum = known.reduce((all, one) => all + one.firstScore * one.people, 0);
  return { score: percentOf(sum, 100 * people), tests: people };
}

/** Which course of the year everybody takes in the month it is; null before the first and after the last. */
export function courseOfMonth({
  catalogMap,
  traineesData,
  ts,
}: Pick<Loaded, 'catalogMap' | 'traineesData' | 'ts'>): CatalogCourse | null {
  const start = traineesData!.settings.startMonth;
  const now = monthOf(pacificDay(new Date(ts)));
  const at =
    (Number(now.slice(0, 4)) - Number(start.slice(0, 4))) * 12 +
    Number(now.slice(5, 7)) -
    Number(start.slice(5, 7)) +
    1;
  return Object.values(catalogMap).find(({ month }) => month === at) ?? null;
}
