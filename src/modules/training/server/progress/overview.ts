import { type Day } from '#platform/days.ts';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { percentOf } from '#platform/percent.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { countUntrained } from '#modules/organization/server/public.ts';
import type { trainingContract } from '../../contract.ts';
import type { CourseInsight, CourseProgress, TrainingOverview } from '../../entities.ts';
import { readCatalog } from '../courses/catalog.ts';
import { courses } from '../courses/courses.ts';
import { today } from '../trainees/enrolDates.ts';
import * as store from './overview.store.ts';
import { passMarkOfPolicy } from '../courses/passMark.ts';
import { seatsOf } from '../trainees/seats.ts';
import { readSettings } from '../settings.ts';

/** With fewer people one could tell who answered what. */
const fewestForInsight = 5;

/** What was hard in each course, of answers without names. The course as a whole stands under the question ''. */
export function insightsOf(answers: readonly store.Answers[]): CourseInsight[] {
  const byCourse = Map.groupBy(answers, ({ course }) => course);
  return [...byCourse].map(([course, rows]): CourseInsight => {
    const whole = rows.find(({ question }) => question === '');
    const people = whole?.asked ?? 0;
    if (!whole || people < fewestForInsight) return { course, people, firstScore: null, hardest: null };
    const [worst] = rows
      .filter(({ question, asked, missed }) => question !== '' && asked >= fewestForInsight && missed > 0)
      .toSorted(
        (one, other) => other.missed / other.asked - one.missed / one.asked || other.asked - one.asked,
      );
    const content = courses().get(course);
    const asked = worst && content?.quiz.questions.find(({ id }) => id === worst.question);
    return {
      course,
      people,
      firstScore: percentOf(whole.scoreSum, 100 * people),
      hardest: asked
        ? {
            stem: asked.stem,
            missedPercent: percentOf(worst.missed, worst.asked),
            lesson: content!.lessons.find(({ id }) => id === asked.lesson)?.title ?? '',
          }
        : null,
    };
  });
}

const nobodyYet = (course: string): CourseProgress => ({
  course,
  enrolled: 0,
  unlocked: 0,
  notStarted: 0,
  inProgress: 0,
  failedQuiz: 0,
  finished: 0,
  overdue: 0,
});

export async function readOverview(
  db: OrgDb,
  known: { seats: number; now: Date; order: readonly string[] },
): Promise<TrainingOverview> {
  const day: Day = today(known.now);
  const [{ active, archived }, progress, months, answers, settings, others, passMark] = await Promise.all([
    store.countSeats(db),
    store.selectProgress(db, day),
    store.selectMonths(db, day),
    store.selectAnswers(db),
    readSettings(db, known.now),
    countUntrained(db),
    passMarkOfPolicy(db),
  ]);
  const of = new Map(progress.map((one) => [one.course, one]));
  return {
    seats: seatsOf(known.seats, active),
    archived,
    courses: known.order.filter((id) => of.has(id)).map((id) => of.get(id)!),
    months,
    insights: insightsOf(answers),
    settings,
    passMark,
    others,
  };
}

type Calls = typeof trainingContract;

export const readCourseReport = (
  ctx: OrgScope,
  { course: id }: BodyOf<Calls['courseReport']>,
): Promise<ReplyOf<Calls['courseReport']>> =>
  ctx.inOrg(async (db) => {
    const course = (await readCatalog(db)).all.get(id);
    if (!course) throw new Refusal('no-such-course');
    const [progress] = await store.selectProgress(db, today(ctx.now()), id);
    const [insight] = insightsOf(await store.selectAnswers(db, id));
    return {
      data: {
        course,
        progress: progress ?? nobodyYet(id),
        insight: insight ?? { course: id, people: 0, firstScore: null, hardest: null },
      },
    };
  });
