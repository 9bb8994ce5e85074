import { type Day } from '#platform/days.ts';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { oneLine } from '#platform/text.ts';
import { untrainedTeam } from '#modules/organization/server/public.ts';
import type { trainingContract } from '../../contract.ts';
import type { Trainee, TraineeCourse } from '../../entities.ts';
import { readCatalog } from '../courses/catalog.ts';
import { today } from './enrolDates.ts';
import { readOverview } from '../progress/overview.ts';
import { recount } from '../progress/recount.store.ts';
import { seatsOfPlan } from './seats.ts';
import * as store from './traineeList.store.ts';
import { selectAttempts, selectYearCertificate } from './traineeRecord.store.ts';

type Calls = typeof trainingContract;

/** Counts are of the courses that a person has, so that somebody who is archived keeps theirs. */
function traineeOf(row: store.TraineeRow, courses: readonly TraineeCourse[]): Trainee {
  const { name, addedAt, archivedAt, lastSeenAt, mailedAt, firstName, lastName, ...rest } = row;
  return {
    ...rest,
    firstName: firstName === '' && lastName === '' ? name : firstName,
    lastName,
    addedAt: addedAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    mailedAt: mailedAt?.toISOString() ?? null,
    courses: courses.length,
    unlocked: courses.filter(({ isUnlocked }) => isUnlocked).length,
    finished: courses.filter(({ status }) => status === 'finished').length,
  };
}

const courseOf = ({ trainee: _trainee, ...course }: store.CourseRow): TraineeCourse => course;

async function readPage(db: OrgDb, asked: store.ListSearch, day: Day) {
  const { rows, total } = await store.selectPage(db, asked);
  const courses = Map.groupBy(
    await store.selectCoursesOf(
      db,
      rows.map(({ id }) => id),
      day,
    ),
    ({ trainee }) => trainee,
  );
  const courseMap = Object.fromEntries(rows.map(({ id }) => [id, (courses.get(id) ?? []).map(courseOf)]));
  return { trainees: rows.map((row) => traineeOf(row, courseMap[row.id]!)), courseMap, total };
}

/** Counting everything anew takes seconds where there are many people; whoever asks again at once has what was just counted. */
const maySync = async (ctx: OrgScope): Promise<boolean> =>
  (await countUse(ctx.global, `training-sync:${ctx.orgId}`, 6, 60, ctx.now())) === null;

export async function loadTraining(
  ctx: OrgScope,
  asked: BodyOf<Calls['loadTrainingData']>,
): Promise<ReplyOf<Calls['loadTrainingData']>> {
  const now = ctx.now();
  const day = today(now);
  // the plan is read before the transaction
  const seats = asked.only === 'list' ? 0 : await seatsOfPlan(ctx);
  if (asked.updateWithSync && (await maySync(ctx))) await ctx.inOrg((db) => recount(db, ctx.orgId));
  const { search, standing, course, sort, down, page, pageSize } = asked;
  const find = {
    search: oneLine(search),
    standing,
    course: course ?? null,
    sort,
    down,
    limit: pageSize,
    skip: (page - 1) * pageSize,
    today: day,
  };
  return ctx.inOrg(async (db) => {
    const { all } = await readCatalog(db);
    const list =
      asked.only === 'overview' ? { trainees: [], courseMap: {}, total: 0 } : await readPage(db, find, day);
    return {
      ...list,
      catalogMap: Object.fromEntries(all),
      traineesData:
        asked.only === 'list' ? null : await readOverview(db, { seats, now, order: [...all.keys()] }),
      ts: now.toISOString(),
    };
  });
}

export const readTrainee = (
  ctx: OrgScope,
  { trainee: id }: BodyOf<Calls['trainee']>,
): Promise<ReplyOf<Calls['trainee']>> =>
  ctx.inOrg(async (db) => {
    const day = today(ctx.now());
    const row = await store.selectTrainee(db, id, day);
    if (!row) throw new Refusal('no-such-trainee');
    const courses = (await store.selectCoursesOf(db, [id], day)).map(courseOf);
    return {
      data: {
        trainee: traineeOf(row, courses),
        courses,
        attempts: await selectAttempts(db, id),
        certificate: await selectYearCertificate(db, id),
      },
    };
  });

export const readTeam = async (ctx: OrgScope): Promise<ReplyOf<Calls['trainingTeam']>> => ({
  data: await ctx.inOrg((db) => untrainedTeam(db, 1000)),
});
