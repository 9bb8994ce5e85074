import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { percentOf } from '#platform/percent.ts';
import type { PublicCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { CourseStatus } from '../../entities.ts';
import type { packageContract } from '../../packageContract.ts';
import { today } from '../trainees/enrolDates.ts';
import { openLearner } from '../learn/learnLinks.ts';
import { noteProgress } from '../progress/progress.ts';
import { lockTrainee, selectEnrolment, type EnrolmentRow } from '../progress/progress.store.ts';
import { selectPackage, type PackageRow } from './packages.store.ts';
import { packageHours, packageToken } from './packageTokens.ts';
import * as store from './parts.store.ts';
import { resultOfState, type PartResult } from './scormState.ts';

type Calls = typeof packageContract;
const isPackageId = (course: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(course);

type Taken = { course: PackageRow; enrolment: EnrolmentRow };

/** The course of a person. Refuses with `no-such-course`, `course-locked`. */
async function courseOf(db: OrgDb, memberId: string, courseId: string, now: Date): Promise<Taken> {
  const course = isPackageId(courseId) ? await selectPackage(db, courseId) : null;
  const enrolment = course && (await selectEnrolment(db, memberId, courseId));
  if (!course || !enrolment) throw new Refusal('no-such-course');
  if (enrolment.unlockOn > today(now)) throw new Refusal('course-locked');
  return { course, enrolment };
}

export const packageAddress = (
  token: string,
  { href, parameters }: { href: string; parameters: string },
): string => `/package-content/${token}/${href.split('/').map(encodeURIComponent).join('/')}${parameters}`;

export async function openPackage(
  ctx: PublicCtx,
  { token, course: courseId }: BodyOf<Calls['openPackage']>,
): Promise<ReplyOf<Calls['openPackage']>> {
  const { scope, member } = await openLearner(ctx, token);
  const now = scope.now();
  const { course, enrolment, kept } = await scope.inOrg(async (db) => ({
    ...(await courseOf(db, member.id, courseId, now)),
    kept: new Map((await store.selectParts(db, member.id, courseId)).map((part) => [part.partId, part])),
  }));
  const expires = new Date(now.getTime() + packageHours * 3_600_000);
  return {
    data: {
      title: course.title,
      standard: course.standard,
      learner: { id: member.id, name: member.name },
      parts: course.parts.map((part, place) => ({
        id: part.id,
        title: part.title,
        frame: packageAddress(
          packageToken(scope, {
            orgId: scope.orgId,
            packageId: course.id,
            memberId: member.id,
            part: place,
            expires,
          }),
          part,
        ),
        parameters: part.parameters,
        masteryScore: part.masteryScore,
        state: kept.get(part.id)?.state ?? '',
        isDone: kept.get(part.id)?.done ?? false,
      })),
      status: enrolment.status,
      bestScore: enrolment.bestScore,
    },
  };
}

/** Where somebody is in a whole course by what its parts came to. What was finished once stays finished. */
export function standingOf(
  parts: number,
  results: readonly PartResult[],
  before: { status: CourseStatus; bestScore: number | null },
): { status: CourseStatus; percent: number; bestScore: number | null } {
  const done = results.filter((one) => one.done).length;
  const scores = results.map(({ score }) => score).filter((score) => score !== null);
  // of some parts alone it would depend on their order
  const score =
    scores.length > 0 && results.length === parts
      ? percentOf(
          scores.reduce((sum, one) => sum + one, 0),
          100 * scores.length,
        )
      : null;
  const isFinished = before.status === 'finished' || done === parts;
  return {
    status: isFinished ? 'finished' : results.some((one) => one.failed) ? 'failedQuiz' : 'inProgress',
    percent: isFinished ? 100 : percentOf(done, parts),
    bestScore: score === null ? before.bestScore : Math.max(score, before.bestScore ?? 0),
  };
}

/** Keeps what a part wrote; status and score are read from it here. */
export async function savePackage(
  ctx: PublicCtx,
  { token, course: courseId, part: partId, state }: BodyOf<Calls['savePackage']>,
): Promise<ReplyOf<Calls['savePackage']>> {
  const { scope, member } = await openLearner(ctx, token);
  const now = scope.now();
  return scope.inOrg(async (db) => {
    if (!(await lockTrainee(db, member.id))) throw new Refusal('link-invalid');
    const { course, enrolment } = await courseOf(db, member.id, courseId, now);
    const part = course.parts.find(({ id }) => id === partId);
    if (!part) throw new Refusal('no-such-part');
    const result = resultOfState(state, course.standard, part);
    await store.upsertPart(
      db,
      { orgId: scope.orgId, memberId: member.id, courseId, partId, state, now },
      result,
    );
    const ids = new Set(course.parts.map(({ id }) => id));
    const results = (await store.selectResults(db, member.id, courseId)).filter((one) => ids.has(one.partId));
    const standing = standingOf(course.parts.length, results, enrolment);
    await noteProgress(db, now, {
      memberId: member.id,
      course: {
        id: course.id,
        title: course.title,
        minutes: course.minutes,
        version: course.addedAt.toISOString(),
      },
      status: standing.status,
      percent: standing.percent,
      score: standing.bestScore,
      attempts: 0,
    });
    const isDone = results.find((one) => one.partId === partId)?.done ?? false;
    return { data: { status: standing.status, bestScore: standing.bestScore, isDone } };
  });
}
