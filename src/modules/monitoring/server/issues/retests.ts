import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { monitoringContract } from '../../contract.ts';
import { retestsPerDay, retestsPerIssue, toWire } from '../../rules.ts';
import { issueSubject } from '../../paths.ts';
import { entitlementOf, isInPlan } from '../websites/entitlement.ts';
import { retestWire } from './issues.ts';
import { runRetestsSpec } from '../jobSpecs.ts';
import { insertRetest, selectAsked, selectNewest, selectRetestTimes } from './retests.store.ts';
import type { ActingCtx } from '../websites/websites.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;

const dayMs = 86_400_000;

/** The moment from which one more is possible, or null when it is now. */
const nextAllowed = (times: readonly Date[], most: number, more = 1): Date | null =>
  times.length + more > most
    ? new Date(times[Math.max(0, times.length + more - most - 1)]!.getTime() + dayMs)
    : null;

type Asked = { websiteId: string; ids: readonly string[]; /** Who, as the history says it. */ by: string };

/**
 * Asks for a look at each of these issues alone, with the job in the same transaction. It does not count as a scan.
 * Refuses as `retestIssues` does. @returns the issues
 */
export async function askForRetests(
  ctx: OrgScope,
  db: OrgDb,
  { websiteId, ids, by }: Asked,
): Promise<{ title: string }[]> {
  const now = ctx.now();
  const website = await selectWebsite(db, websiteId, { lock: true });
  if (!website) throw new Refusal('no-such-website');
  const issues = await selectAsked(db, websiteId, ids);
  if (issues.length < ids.length) throw new Refusal('no-such-issue');
  if (issues.some(({ state }) => state === 'fixed')) throw new Refusal('issue-not-open');
  const entitlement = await entitlementOf(ctx, db);
  if (!(await isInPlan(db, entitlement, websiteId)))
    throw new Refusal('website-not-in-plan', { maximumAllowed: entitlement.maximumAllowed });
  const recent = await selectRetestTimes(db, websiteId, new Date(now.getTime() - dayMs));
  const limits = [
    nextAllowed(
      recent.map(({ at }) => at),
      retestsPerDay,
      ids.length,
    ),
    ...ids.map((id) =>
      nextAllowed(
        recent.filter(({ findingId }) => findingId === id).map(({ at }) => at),
        retestsPerIssue,
      ),
    ),
  ].filter((at) => at !== null);
  if (limits.length > 0)
    throw new Refusal('retest-limit-reached', {
      nextAllowed: toWire(new Date(Math.max(...limits.map((at) => at.getTime())))),
    });
  for (const findingId of ids)
    await insertRetest(db, { orgId: ctx.orgId, websiteId, findingId, id: randomUUID(), by, now });
  await ctx.jobs.enqueue(
    db,
    runRetestsSpec,
    { orgId: ctx.orgId, websiteId },
    { key: websiteId, priority: 2, group: ctx.orgId },
  );
  return issues;
}

export async function retestIssues(
  ctx: ActingCtx,
  body: BodyOf<Calls['retestIssues']>,
): Promise<ReplyOf<Calls['retestIssues']>> {
  const { targetId: websiteId } = body;
  const ids = [...new Set(body.findingIds)];
  return ctx.inOrg(async (db) => {
    const issues = await askForRetests(ctx, db, { websiteId, ids, by: ctx.session.email });
    await recordAct(db, {
      act: 'issues-retested',
      subject: 'finding',
      ...(ids.length === 1 ? { subjectId: issueSubject(websiteId, ids[0]!) } : {}),
      subjectName: issues.length === 1 ? issues[0]!.title.slice(0, 200) : `${issues.length} issues`,
    });
    const retests = await selectNewest(db, websiteId, ids);
    return { retests: retests.map((row) => ({ ...retestWire(row), findingId: row.findingId })) };
  });
}
