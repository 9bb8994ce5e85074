import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { notify } from '#modules/notify/server/public.ts';
import { monitoringPaths } from '../../paths.ts';
import { trulyFixed, undecided, type Comparison } from './lifecycle.ts';
import { selectAbout } from './scanNotices.store.ts';

type Ended = { id: string; websiteId: string };

/** What mails call the website, when it was completed before, and when it is scanned next. */
async function aboutScan(db: OrgDb, { id, websiteId }: Ended) {
  const known = await selectAbout(db, id, websiteId);
  return (
    known && {
      about: { website: known.name, url: known.url, path: monitoringPaths.website(known.name) },
      before: known.before,
      isByHand: known.startedBy === 'administrator',
      report: monitoringPaths.report(known.name, id),
      next: known.next,
    }
  );
}

const mostListed = 5;
/** Issues as a mail lists them, each with its page. */
const namedIssues = (websiteId: string, issues: readonly { id: string; title: string }[]) => ({
  titles: issues.map(({ title }) => title),
  places: issues.map(({ id }) => monitoringPaths.issue(websiteId, id)),
});

/** Tells the administrators what a completed scan found: part of the transaction that keeps it. */
export async function notifyOfResult(
  ctx: OrgScope,
  db: OrgDb,
  scan: Ended,
  { seen, fixed }: Comparison,
): Promise<void> {
  const known = await aboutScan(db, scan);
  if (!known) return;
  const { about, before, report } = known;
  // the first report of a website, and what somebody started, is waited for
  const awaited = before === null || known.isByHand;
  const open = undecided(seen);
  const of = (severity: string) => open.filter(({ finding }) => finding.severity === severity).length;
  const fresh = open.filter(({ state, raised }) => state !== 'open' || raised);
  const freshHighs = fresh.filter(({ finding }) => finding.severity === 'high');
  const call = { orgId: ctx.orgId, key: scan.id };
  const counts = { highs: of('high'), mediums: of('medium'), lows: of('low') };
  if (awaited)
    await notify(ctx, db, { ...call, event: 'report-ready', facts: { ...about, ...counts, path: report } });
  await notify(ctx, db, {
    ...call,
    event: 'scan-done',
    facts: {
      ...about,
      ...counts,
      awaited,
      fresh: fresh.length,
      fixed: trulyFixed(fixed).length,
      freshHighs: freshHighs.length,
      comparedWith: before?.toISOString() ?? null,
    },
  });
  if (freshHighs.length === 0) return;
  const told = freshHighs.slice(0, mostListed).map(({ finding }) => finding);
  await notify(ctx, db, {
    ...call,
    event: 'new-high',
    facts: { ...about, awaited, ...namedIssues(scan.websiteId, told), total: freshHighs.length },
  });
}

/** Tells them that the proof is gone without which scans only look quickly. */
export async function notifyOfLapse(
  ctx: OrgScope,
  db: OrgDb,
  site: { id: string; name: string; url: string },
  at: Date,
): Promise<void> {
  await notify(ctx, db, {
    orgId: ctx.orgId,
    key: `${site.id} ${at.toISOString()}`,
    event: 'proof-gone',
    facts: { website: site.name, url: site.url, path: monitoringPaths.website(site.name) },
  });
}

/** Tells them that risks are not accepted any more, so that their issues count again. */
export async function notifyOfEndedAcceptances(
  ctx: OrgScope,
  db: OrgDb,
  {
    website,
    issues,
    at,
  }: {
    website: { id: string; name: string; url: string };
    issues: readonly { id: string; title: string }[];
    at: Date;
  },
): Promise<void> {
  if (issues.length === 0) return;
  await notify(ctx, db, {
    orgId: ctx.orgId,
    key: `${website.id} ${at.toISOString()}`,
    event: 'acceptance-ended',
    facts: {
      website: website.name,
      url: website.url,
      ...namedIssues(website.id, issues.slice(0, mostListed)),
      total: issues.length,
      path: monitoringPaths.website(website.name),
    },
  });
}

/** Tells them that a scan failed: part of the transaction that ends it. */
export async function notifyOfFailure(ctx: OrgScope, db: OrgDb, scan: Ended, reason: string): Promise<void> {
  const known = await aboutScan(db, scan);
  if (!known) return;
  await notify(ctx, db, {
    orgId: ctx.orgId,
    key: scan.id,
    event: 'scan-failed',
    facts: { ...known.about, reason, nextScan: known.next?.toISOString() ?? null },
  });
}
