import { DateTime } from 'luxon';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { monitoringContract } from '../../contract.ts';
import { issueSubject } from '../../paths.ts';
import { acceptedDaysMost, portalZone } from '../../rules.ts';
import {
  clearDecision,
  endAcceptances,
  saveDecision,
  selectEndedAcceptances,
  selectExisting,
} from './decisions.store.ts';
import { insertEvents } from './issueEvents.store.ts';
import { notifyOfEndedAcceptances } from '../scans/scanNotices.ts';
import type { ActingCtx } from '../websites/websites.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;

/** The last second of a day of the portal's zone; null for a day that is over, or too far away. */
export function endOfAcceptance(day: string, now: Date): Date | null {
  const end = DateTime.fromISO(day, { zone: portalZone }).endOf('day').startOf('second');
  if (!end.isValid || end.toJSDate() <= now) return null;
  const furthest = DateTime.fromJSDate(now, { zone: portalZone })
    .plus({ days: acceptedDaysMost })
    .endOf('day');
  return end <= furthest ? end.toJSDate() : null;
}

/** The issues of these ids; all of them, or the call is refused. Nothing else decides or scans meanwhile. */
async function hold(db: OrgDb, websiteId: string, ids: readonly string[]) {
  // the result of a scan waits for it, or this for the result
  if (!(await selectWebsite(db, websiteId, { lock: true }))) throw new Refusal('no-such-website');
  const wanted = [...new Set(ids)];
  const found = await selectExisting(db, { websiteId, ids: wanted });
  if (found.length < wanted.length) throw new Refusal('no-such-issue');
  return found;
}

const named = (issues: readonly { title: string }[]): string =>
  issues.length === 1 ? issues[0]!.title.slice(0, 200) : `${issues.length} issues`;

/** A single issue is linked from the log. */
const subjectOf = (websiteId: string, issues: readonly { id: string }[]) =>
  issues.length === 1 ? { subjectId: issueSubject(websiteId, issues[0]!.id) } : {};

/** Accepts risks until a day, or marks false alarms. A decision replaces the one before. */
export async function decideIssues(
  ctx: ActingCtx,
  body: BodyOf<Calls['decideIssues']>,
): Promise<ReplyOf<Calls['decideIssues']>> {
  const { targetId: websiteId, decision: kind, reason } = body;
  const at = ctx.now();
  const until = kind === 'accepted' ? endOfAcceptance(body.until ?? '', at) : null;
  if (kind === 'accepted' && !until) throw new Refusal('until-not-valid');
  return ctx.inOrg(async (db) => {
    const issues = await hold(db, websiteId, body.findingIds);
    const ids = issues.map(({ id }) => id);
    const by = ctx.session.email;
    await saveDecision(db, { websiteId, ids }, { kind, reason, by, at, until });
    await insertEvents(
      db,
      { orgId: ctx.orgId, websiteId, at },
      ids.map((findingId) => ({ findingId, kind, by, note: reason, ...(until ? { until } : {}) })),
    );
    await recordAct(db, {
      act: kind === 'accepted' ? 'issues-accepted' : 'issues-marked-false',
      subject: 'finding',
      ...subjectOf(websiteId, issues),
      subjectName: named(issues),
      after: { reason, ...(body.until === undefined ? {} : { until: body.until }) },
    });
    return { decided: ids.length };
  });
}

/** Takes decisions back; issues without one are left as they are. */
export async function undoDecision(
  ctx: ActingCtx,
  body: BodyOf<Calls['undoDecision']>,
): Promise<ReplyOf<Calls['undoDecision']>> {
  const { targetId: websiteId } = body;
  const at = ctx.now();
  return ctx.inOrg(async (db) => {
    const decided = (await hold(db, websiteId, body.findingIds)).filter(({ decision }) => decision !== null);
    if (decided.length === 0) return { undone: 0 };
    const ids = decided.map(({ id }) => id);
    await clearDecision(db, { websiteId, ids });
    await insertEvents(
      db,
      { orgId: ctx.orgId, websiteId, at },
      ids.map((findingId) => ({ findingId, kind: 'undone', by: ctx.session.email })),
    );
    await recordAct(db, {
      act: 'issue-decisions-undone',
      subject: 'finding',
      ...subjectOf(websiteId, decided),
      subjectName: named(decided),
    });
    return { undone: ids.length };
  });
}

const atOnce = 500;

/** Ends acceptances whose date is over: their issues are open again. One website's trouble does not hold up the others. */
export async function endDueAcceptances(base: BaseCtx): Promise<void> {
  const now = base.now();
  for (const { orgId, websiteId } of await selectEndedAcceptances(base.global, now, atOnce)) {
    try {
      const ctx = base.forOrg(orgId);
      await ctx.inOrg(async (db) => {
        const website = await selectWebsite(db, websiteId, { lock: true });
        if (!website) return;
        const ended = await endAcceptances(db, websiteId, now);
        await insertEvents(
          db,
          { orgId, websiteId, at: now },
          ended.map(({ id }) => ({ findingId: id, kind: 'acceptance-ended' })),
        );
        // what is fixed meanwhile needs nobody
        const issues = ended.filter(({ state }) => state === 'open');
        await notifyOfEndedAcceptances(ctx, db, { website, issues, at: now });
      });
    } catch (error) {
      base.log.error({ err: error, orgId, websiteId }, 'acceptances not ended');
    }
  }
}
