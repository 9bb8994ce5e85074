import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { ratingsContract } from '../contract.ts';
import { requireDomain } from './ownUrl.ts';
import { lockRun } from './runs.store.ts';
import { selectNewest } from './snapshots.store.ts';

type Calls = typeof ratingsContract;

const dayMs = 86_400_000;
/** One report at a time: experts answer within days. */
const waitDays = 7;

/** Asks the experts for a detailed report. Refuses with `no-rating`, `already-requested`. */
export async function requestDetailedReport(
  ctx: OrgCtx,
  { note }: BodyOf<Calls['requestDetailedReport']>,
): Promise<ReplyOf<Calls['requestDetailedReport']>> {
  const at = ctx.now();
  await ctx.inOrg(async (db) => {
    const domain = await requireDomain(db, 'no-rating');
    // holding it, two who ask at once come one after the other
    const run = await lockRun(db, domain);
    const newest = run && (await selectNewest(db, domain, ctx.providers.ratings.source.id));
    if (!newest) throw new Refusal('no-rating');
    const open = await db
      .selectFrom('rating_report_request')
      .select('requested_at')
      .where('domain', '=', domain)
      .where('requested_at', '>', new Date(at.getTime() - waitDays * dayMs))
      .executeTakeFirst();
    if (open) throw new Refusal('already-requested', { requestedAt: open.requested_at.toISOString() });
    const { cognitoId, email } = ctx.session;
    const id = randomUUID();
    await db
      .insertInto('rating_report_request')
      .values({ org_id: ctx.orgId, id, domain, note, requested_by: cognitoId, requested_by_email: email, requested_at: at })
      .execute();
    await recordAct(db, { act: 'rating-report-asked', subject: 'rating_report_request', subjectId: id, subjectName: domain });
  });
  return { data: { requestedAt: at.toISOString() } };
}
