import { type Day } from '#platform/days.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { readCatalog } from './catalog.ts';
import { today } from '../trainees/enrolDates.ts';
import { selectMonths, selectProgress } from '../progress/overview.store.ts';

/** What may be told of training to others: counts, never who. */
export type CourseFacts = {
  /** Courses that are unlocked for somebody by now, in their order. */
  courses: { title: string; minutes: number; unlocked: number; finished: number }[];
  /** By the month of unlocking, its first day. */
  months: { month: Day; unlocked: number; finished: number }[];
};

export async function courseFacts(ctx: OrgScope): Promise<CourseFacts> {
  const day = today(ctx.now());
  return ctx.inOrg(async (db) => {
    const of = new Map((await selectProgress(db, day)).map((one) => [one.course, one]));
    const { all } = await readCatalog(db);
    return {
      courses: [...all.values()].flatMap(({ id, title, minutes }) => {
        const progress = of.get(id);
        return progress && progress.unlocked > 0
          ? [{ title, minutes, unlocked: progress.unlocked, finished: progress.finished }]
          : [];
      }),
      months: (await selectMonths(db, day)).map(({ month, unlocked, finished }) => ({
        month,
        unlocked,
        finished,
      })),
    };
  });
}
