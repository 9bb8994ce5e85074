import { percentOf } from '#platform/percent.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { readSummary, type SummaryPart } from '#platform/server/database/summaryPart.ts';
import { today } from './trainees/enrolDates.ts';
import { seatsOf, seatsOfPlan } from './trainees/seats.ts';
import { countedPart, type Counted } from './progress/summary.store.ts';

/** What the dashboard shows of this module (modules.md 3, training). */
export type TrainingActivity = {
  teamMembers: number;
  /** Courses that are unlocked by now, finished or not, over all of them. */
  isFinished: number;
  isNotFinished: number;
  /** Of the last thing that somebody did or was added, UTC ISO; null before the first. */
  lastUpdated: string | null;
  overdue: number;
  others: number;
};
export type TrainingSummary = TrainingActivity & { seats: { total: number; taken: number; left: number } };

/** Remembered until something of the organisation changes, for the day. */
const counted = (ctx: OrgScope): Promise<Counted> =>
  ctx.remember('organization', ctx.orgId, `training-counted ${today(ctx.now())}`, () =>
    readSummary(ctx, countedPart),
  );

const activityOf = (count: Counted): TrainingActivity => ({
  teamMembers: count.people,
  isFinished: count.finished,
  isNotFinished: count.open,
  lastUpdated: count.lastUpdated?.toISOString() ?? null,
  overdue: count.overdue,
  others: count.others,
});

export const trainingPart: SummaryPart<TrainingActivity> = {
  value: countedPart.value,
  read: (json, now) => activityOf(countedPart.read(json, now)),
};

export async function trainingSummary(ctx: OrgScope): Promise<TrainingSummary> {
  const [count, total] = [await counted(ctx), await seatsOfPlan(ctx)];
  return { ...activityOf(count), seats: seatsOf(total, count.people) };
}

export type TrainingFacts = {
  people: number;
  /** Of the courses that are unlocked by now, how many percent are finished; null while there is none. */
  percent: number | null;
  /** When the first of these people was added, UTC ISO; null where there is nobody. */
  since: string | null;
};

export async function trainingFacts(ctx: OrgScope): Promise<TrainingFacts> {
  const { people, finished, open, firstAdded } = await counted(ctx);
  const all = finished + open;
  return {
    people,
    percent: all === 0 ? null : percentOf(finished, all),
    since: firstAdded?.toISOString() ?? null,
  };
}

export { courseFacts, type CourseFacts } from './courses/courseFacts.ts';
export { deleteAllTraining } from './reset.store.ts';
export { overdueTraining, trainingSince, type OverdueTraining } from './progress/week.store.ts';
