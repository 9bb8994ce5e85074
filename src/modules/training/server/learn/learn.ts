import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { PublicCtx } from '#platform/server/ctx.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { securityContact } from '#modules/policies/server/public.ts';
import type { learnContract } from '../../learnContract.ts';
import { readCatalog } from '../courses/catalog.ts';
import { today } from '../trainees/enrolDates.ts';
import { isLinkOpen, learnerOfLink, openLearner } from './learnLinks.ts';
import { passMarkOf } from '../courses/passMark.ts';
import { selectCoursesOf } from '../trainees/traineeList.store.ts';
import { mailLink } from '../mails/trainingMailing.ts';
import { selectYearCertificate } from '../trainees/traineeRecord.store.ts';

type Calls = typeof learnContract;

/** Whoever lost a link may ask for a new one so often. */
const secondsBetween = 600;
const mostADay = 5;

export async function openLearning(
  ctx: PublicCtx,
  { token }: BodyOf<Calls['openLearning']>,
): Promise<ReplyOf<Calls['openLearning']>> {
  const { scope, member } = await openLearner(ctx, token);
  const day = today(scope.now());
  return scope.inOrg(async (db) => {
    const [catalog, rows, contact, passMark, yearCertificate] = await Promise.all([
      readCatalog(db),
      selectCoursesOf(db, [member.id], day),
      securityContact(db),
      passMarkOf(db),
      selectYearCertificate(db, member.id),
    ]);
    const courses = rows.flatMap(({ trainee: _trainee, ...row }) => {
      const course = catalog.all.get(row.course);
      // what was taken away from everybody stays on record for whoever finished it
      if (!course || (!catalog.open.has(row.course) && row.status !== 'finished')) return [];
      const { title, summary, minutes, month, kind } = course;
      return [{ ...row, title, summary, minutes, month, kind }];
    });
    const { firstName, lastName, companyName } = member;
    return { data: { firstName, lastName, companyName, contact, passMark, courses, yearCertificate } };
  });
}

/** Mails whoever holds an old link a new one. The answer says nothing about the link. */
export async function askForLink(
  ctx: PublicCtx,
  { token }: BodyOf<Calls['askForLink']>,
): Promise<Record<string, never>> {
  const found = await learnerOfLink(ctx, token);
  if (!found || isLinkOpen(found, ctx.now())) return {};
  const { scope, row } = found;
  const now = scope.now();
  const key = `training-link:${scope.orgId}:${row.id}`;
  if ((await countUse(scope.global, `${key}:soon`, 1, secondsBetween, now)) !== null) return {};
  if ((await countUse(scope.global, `${key}:day`, mostADay, 86_400, now)) !== null) return {};
  await scope.inOrg((db) => mailLink(scope, db, row.id, { end: false, counted: false }));
  return {};
}
