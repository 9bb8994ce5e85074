import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashCode } from '#platform/server/secrets/secrets.ts';
import type { Course } from '../../course.ts';
import type { learnContract } from '../../learnContract.ts';
import { act, progressOf, viewOf, type PlayEvent } from '../../play.ts';
import { freshState, readState, writeState, type PlayState } from '../../playState.ts';
import { courses } from '../courses/courses.ts';
import { today } from '../trainees/enrolDates.ts';
import { openLearner } from './learnLinks.ts';
import * as store from './learnPlay.store.ts';
import { passMarkOf } from '../courses/passMark.ts';
import { noteProgress } from '../progress/progress.ts';
import { lockTrainee, selectEnrolment } from '../progress/progress.store.ts';

type Calls = typeof learnContract;

/** Where somebody is who has not begun: the same each time it is asked, so that nothing changes place with the first step. */
const beginning = (scope: OrgScope, memberId: string, course: string): PlayState =>
  freshState(hashCode(scope.secrets.lasting('training-play'), scope.orgId, memberId, course).slice(0, 16));

const stateOf = (scope: OrgScope, memberId: string, course: string, kept: string | null): PlayState =>
  (kept === null ? null : readState(kept)) ?? beginning(scope, memberId, course);

/** A course of the year that this person takes and may open now. Refuses with `no-such-course`, `course-locked`. */
async function openCourse(db: OrgDb, memberId: string, id: string, now: Date): Promise<Course> {
  const course = courses().get(id);
  const enrolment = course && (await selectEnrolment(db, memberId, id));
  if (!enrolment) throw new Refusal('no-such-course');
  if (enrolment.unlockOn > today(now)) throw new Refusal('course-locked');
  return course;
}

export async function loadCourse(
  ctx: PublicCtx,
  { token, course: id }: BodyOf<Calls['loadCourse']>,
): Promise<ReplyOf<Calls['loadCourse']>> {
  const { scope, member } = await openLearner(ctx, token);
  const now = scope.now();
  return scope.inOrg(async (db) => {
    const course = await openCourse(db, member.id, id, now);
    const state = stateOf(scope, member.id, id, await store.selectPlay(db, member.id, id));
    return { data: viewOf(course, state, { now, passMark: await passMarkOf(db) }) };
  });
}

type Step = { memberId: string; course: Course; now: Date; passMark: number };

/** Keeps what a step is worth beyond the state: tests that ended, and of first tests what was hard. */
async function keepEvent(
  db: OrgDb,
  { memberId, course, now, passMark }: Step,
  event: PlayEvent,
): Promise<void> {
  if (event.kind === 'answered' && event.attempt === 1)
    await store.countAnswer(db, course.id, event.question, event.right);
  if (event.kind !== 'attempt') return;
  const { number, score, passed } = event;
  await store.insertAttempt(
    db,
    { memberId, course: course.id, number, score, passed, passMark, version: course.version },
    now,
  );
  if (number === 1) await store.countAnswer(db, course.id, '', passed, score);
}

/** Writes down where somebody is now, and everything that follows from what they did. The caller holds `lockTrainee`. */
export async function keepPlay(
  db: OrgDb,
  step: Step,
  state: PlayState,
  events: readonly PlayEvent[],
): Promise<void> {
  const { memberId, course, now } = step;
  await store.writePlay(db, memberId, course.id, writeState(state), now);
  for (const event of events) await keepEvent(db, step, event);
  const { status, percent } = progressOf(course, state, step);
  const score = state.passed?.score ?? state.best;
  await noteProgress(db, now, { memberId, course, status, percent, score, attempts: state.attempts });
}

export async function playCourse(
  ctx: PublicCtx,
  { token, course: id, action }: BodyOf<Calls['playCourse']>,
): Promise<ReplyOf<Calls['playCourse']>> {
  const { scope, member } = await openLearner(ctx, token);
  const now = scope.now();
  return scope.inOrg(async (db) => {
    if (!(await lockTrainee(db, member.id))) throw new Refusal('link-invalid');
    const course = await openCourse(db, member.id, id, now);
    const kept = await store.lockPlay(db, member.id, id);
    const before = stateOf(scope, member.id, id, kept);
    const passMark = await passMarkOf(db);
    const acted = act(course, before, action, { now, passMark });
    if ('refused' in acted) throw new Refusal(acted.refused);
    const { state, reply, events } = acted;
    // a request that was repeated changes nothing
    if (writeState(state) !== kept)
      await keepPlay(db, { memberId: member.id, course, now, passMark }, state, events);
    return { data: reply };
  });
}
