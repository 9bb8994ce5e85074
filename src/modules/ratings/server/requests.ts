import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { shownDay } from '#platform/dates.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { ratingsContract } from '../contract.ts';
import { ratingsPaths } from '../paths.ts';
import { askExperts, type Opening } from './askExperts.ts';
import { requireDomain } from './company/ownUrl.ts';
import { insertRequest, selectOpenRequest } from './requests.store.ts';
import { lockRun } from './runs/runs.store.ts';
import { selectNewest, type Snapshot } from './runs/snapshots.store.ts';

type Calls = typeof ratingsContract;

const dayMs = 86_400_000;
/** One report at a time: experts answer within days. */
const waitDays = 7;

/** The question as the experts read it, with the few facts that it is about. */
const openingOf = (domain: string, newest: Snapshot, note: string, source: string): Opening => ({
  subject: `Detailed report about ${domain}`,
  text: `Please prepare a detailed report about the security rating of ${domain}.${note === '' ? '' : `\n\n${note}`}`,
  context: {
    kind: 'report',
    id: domain,
    title: `Security rating of ${domain}`,
    route: ratingsPaths.tab('reports'),
    facts: [
      { label: 'Rating', value: String(newest.rating) },
      { label: 'Measured', value: shownDay(newest.measuredAt) },
      { label: 'Source', value: source },
    ],
  },
});

/** Asks the experts for a detailed report, as a conversation. Refuses with `no-rating`, `already-requested`, `too-many-questions`. */
export async function requestDetailedReport(
  ctx: OrgCtx,
  { note }: BodyOf<Calls['requestDetailedReport']>,
): Promise<ReplyOf<Calls['requestDetailedReport']>> {
  const at = ctx.now();
  const { source } = ctx.providers.ratings;
  const begin = await askExperts(ctx);
  const threadId = await ctx.inOrg(async (db) => {
    const domain = await requireDomain(db, 'no-rating');
    // holding it, two who ask at once come one after the other
    const run = await lockRun(db, domain);
    const newest = run && (await selectNewest(db, domain, source.id));
    if (!newest) throw new Refusal('no-rating');
    const open = await selectOpenRequest(db, domain, new Date(at.getTime() - waitDays * dayMs));
    if (open) throw new Refusal('already-requested', { requestedAt: open.requestedAt.toISOString() });
    const thread = await begin(db, openingOf(domain, newest, note, source.label));
    const { cognitoId, email } = ctx.session;
    const id = randomUUID();
    await insertRequest(db, {
      orgId: ctx.orgId,
      id,
      domain,
      note,
      requestedBy: cognitoId,
      requestedByEmail: email,
      requestedAt: at,
      threadId: thread,
    });
    await recordAct(db, {
      act: 'rating-report-asked',
      subject: 'rating_report_request',
      subjectId: id,
      subjectName: domain,
    });
    return thread;
  });
  return { data: { requestedAt: at.toISOString(), threadId } };
}
