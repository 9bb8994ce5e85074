import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { codeOf, newCode } from '#platform/server/secrets/checkCode.ts';
import type { OrgCtx, PublicCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import type { learnContract } from '../../learnContract.ts';
import * as store from './certificates.store.ts';
import { certificateFile } from './certificatePdf.ts';
import { courses } from '../courses/courses.ts';
import { openLearner } from '../learn/learnLinks.ts';

type Calls = typeof learnContract;

const yearTitle = 'Security awareness, the whole year';

export type Awarded = { id: string; title: string; minutes: number };

export async function awardCertificates(
  db: OrgDb,
  now: Date,
  memberId: string,
  { id, title, minutes, score }: Awarded & { score: number | null },
): Promise<void> {
  await store.insertCertificate(db, { code: newCode(), memberId, courseId: id, title, score, minutes }, now);
  const year = [...courses().values()];
  if (!courses().has(id) || (await store.countFinished(db, memberId, [...courses().keys()])) < year.length)
    return;
  const all = year.reduce((sum, course) => sum + course.minutes, 0);
  await store.insertCertificate(
    db,
    { code: newCode(), memberId, courseId: '', title: yearTitle, score: null, minutes: all },
    now,
  );
}

async function certificateIn(db: OrgDb, typed: string): Promise<store.CertificateRow> {
  const code = codeOf(typed);
  const row = code && (await store.selectCertificate(db, code));
  if (!row) throw new Refusal('no-such-certificate');
  return row;
}

export async function trainingCertificate(ctx: OrgCtx, { code }: { code: string }): Promise<FileReply> {
  return certificateFile(ctx, await ctx.inOrg((db) => certificateIn(db, code)));
}

export async function learnCertificate(
  ctx: PublicCtx,
  { token, code }: BodyOf<Calls['learnCertificate']>,
): Promise<FileReply> {
  const { scope, member } = await openLearner(ctx, token);
  const row = await scope.inOrg((db) => certificateIn(db, code));
  if (row.memberId !== member.id) throw new Refusal('no-such-certificate');
  return certificateFile(scope, row);
}

export async function checkCertificate(
  ctx: PublicCtx,
  given: BodyOf<Calls['checkCertificate']>,
): Promise<ReplyOf<Calls['checkCertificate']>> {
  const code = codeOf(given.code);
  const orgId = code && (await store.selectOrganizationOf(ctx.global, code));
  const row = orgId && (await ctx.forOrg(orgId).inOrg((db) => store.selectCertificate(db, code)));
  if (!row) throw new Refusal('no-such-certificate');
  const { personName, companyName, title, courseId, score, minutes, finishedAt } = row;
  const data = {
    name: personName,
    company: companyName,
    title,
    isYear: courseId === '',
    score,
    minutes,
    finishedAt: finishedAt.toISOString(),
  };
  return { data: { code: row.code, ...data } };
}
