import { randomBytes } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { trainingActsContract } from '../../contract.ts';
import { act, viewOf } from '../../play.ts';
import { freshState, readState, writeState } from '../../playState.ts';
import { courses } from './courses.ts';
import { passMarkOf } from './passMark.ts';

type Calls = typeof trainingActsContract;

/** A course for whoever is not its trainee. What the caller brings as a state can only change what the caller sees. */
export async function previewCourse(
  ctx: OrgCtx,
  given: BodyOf<Calls['previewCourse']>,
): Promise<ReplyOf<Calls['previewCourse']>> {
  const course = courses().get(given.course);
  if (!course) throw new Refusal('no-such-course');
  const state =
    (given.state === null ? null : readState(given.state)) ??
    freshState(randomBytes(9).toString('base64url'));
  const at = { now: ctx.now(), passMark: await ctx.inOrg((db) => passMarkOf(db)) };
  if (!given.action)
    return { data: { view: viewOf(course, state, at), reply: null, state: writeState(state) } };
  const acted = act(course, state, given.action, at);
  if ('refused' in acted) throw new Refusal(acted.refused);
  return { data: { view: null, reply: acted.reply, state: writeState(acted.state) } };
}
