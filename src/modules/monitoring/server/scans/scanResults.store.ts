import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Finding, FindingSeverity, NotTestedReason, ScanResult } from '#providers/scanner/port.ts';
import { decisionJson } from '../issues/decisions.store.ts';
import { insertEvents } from '../issues/issueEvents.store.ts';
import { trulyFixed, undecided, type Comparison } from './lifecycle.ts';

type Where = { orgId: string; websiteId: string; scanId: string; at: Date };
/** Rows in one statement; well below the number of values that a statement may carry. */
const rowsAtOnce = 500;

/** The first folder of an address, `/shop/`; `/` for what is in none. */
export const folderOf = (url: string): string =>
  URL.canParse(url) ? (/^\/[^/]+\//.exec(new URL(url).pathname)?.[0].slice(0, 2000) ?? '/') : '/';

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let i = 0; i < items.length; i += rowsAtOnce) yield items.slice(i, i + rowsAtOnce);
}

/** Keeps what a scan saw: the lasting issues, and the snapshot that its report is made of. */
export async function saveSeen(
  db: OrgDb,
  { orgId, websiteId, scanId, at }: Where,
  seen: Comparison['seen'],
): Promise<void> {
  for (const some of chunks(seen)) {
    await db
      .insertInto('finding')
      .values(
        some.map(({ finding, firstSeen, seenAtLevel, raised }) => ({
          orgId,
          websiteId,
          id: finding.id,
          rule: finding.rule,
          title: finding.title,
          severity: finding.severity,
          state: 'open',
          firstSeen,
          lastSeen: at,
          lastScanId: scanId,
          seenAtLevel,
          secondLook: raised,
          owasp: finding.owasp.slice(0, 3),
          confidence: finding.confidence,
          score: finding.cvss.score,
          folder: folderOf(finding.places[0]?.url ?? ''),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['orgId', 'websiteId', 'id']).doUpdateSet((e) => ({
          rule: e.ref('excluded.rule'),
          title: e.ref('excluded.title'),
          severity: e.ref('excluded.severity'),
          state: 'open',
          lastSeen: e.ref('excluded.lastSeen'),
          lastScanId: e.ref('excluded.lastScanId'),
          seenAtLevel: e.ref('excluded.seenAtLevel'),
          secondLook: sql<boolean>`finding.second_look or (excluded.second_look and finding.decision = 'false-positive')`,
          owasp: e.ref('excluded.owasp'),
          confidence: e.ref('excluded.confidence'),
          score: e.ref('excluded.score'),
          folder: e.ref('excluded.folder'),
          fixedAt: null,
          timesReopened: sql<number>`finding.times_reopened + (finding.state = 'fixed')::integer`,
        })),
      )
      .execute();
    await db
      .insertInto('scanFinding')
      .values(
        some.map(({ finding, state, firstSeen, decision }) => ({
          orgId,
          scanId,
          findingId: finding.id,
          state,
          severity: finding.severity,
          firstSeen,
          lastSeen: at,
          details: JSON.stringify(finding satisfies Finding),
          decision: decision && JSON.stringify(decision),
        })),
      )
      .execute();
    await insertEvents(
      db,
      { orgId, websiteId, at },
      some.flatMap(({ finding: { id }, state, raised }) => [
        ...(state === 'open' ? [] : [{ findingId: id, kind: state === 'new' ? ('found' as const) : state }]),
        ...(raised ? [{ findingId: id, kind: 'second-look' as const }] : []),
      ]),
    );
  }
}

/** Marks issues as fixed; the snapshot repeats what the last scan that saw them said. */
export async function saveFixed(
  db: OrgDb,
  { orgId, websiteId, scanId, at }: Where,
  fixed: Comparison['fixed'],
): Promise<void> {
  if (fixed.length === 0) return;
  const ids = fixed.map((issue) => issue.id);
  await sql`
    insert into scan_finding (org_id, scan_id, finding_id, state, severity, first_seen, last_seen, details, decision)
    select f.org_id, ${scanId}, f.id, 'fixed', f.severity, f.first_seen, f.last_seen, sf.details - 'screenshot', case when f.second_look then null else ${decisionJson} end
    from finding f join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen
    where f.website_id = ${websiteId} and f.id = any(${ids})`.execute(db);
  await db
    .updateTable('finding')
    .set({ state: 'fixed', fixedAt: at, acceptanceEndedAt: null })
    .where('websiteId', '=', websiteId)
    .where('id', 'in', ids)
    .execute();
  await insertEvents(
    db,
    { orgId, websiteId, at },
    ids.map((findingId) => ({ findingId, kind: 'fixed' as const })),
  );
}

type PassedCheck = { rule: string; title: string; owasp: string; pci: string; cwe?: string };

export type UntestedCheck = { rule: string; title: string; reason: NotTestedReason };

/** What the scanner says of itself, of the checks that passed and of those that were not tested. */
export type Credits = {
  engine: string;
  passed: readonly PassedCheck[];
  notTested: readonly UntestedCheck[] | null;
};

/** Completes the scan with its counts. */
export async function completeRun(
  db: OrgDb,
  { scanId, at }: Where,
  result: ScanResult,
  { seen, fixed }: Comparison,
  { engine, passed, notTested }: Credits,
): Promise<void> {
  const open = undecided(seen);
  const bySeverity = (severity: FindingSeverity) =>
    open.filter((issue) => issue.finding.severity === severity).length;
  const byState = (state: string) => open.filter((issue) => issue.state === state).length;
  await db
    .updateTable('scan')
    .set({
      status: 'completed',
      completedAt: at,
      percent: 100,
      activity: '',
      requests: result.requests,
      pages: result.pages,
      highs: bySeverity('high'),
      mediums: bySeverity('medium'),
      lows: bySeverity('low'),
      newIssues: byState('new'),
      openIssues: byState('open'),
      reopenedIssues: byState('reopened'),
      fixedIssues: trulyFixed(fixed).length,
      decidedIssues: seen.length - open.length,
      engine,
      passed: JSON.stringify(passed),
      tried: result.tried ? JSON.stringify(result.tried) : null,
      notTested: notTested && JSON.stringify(notTested),
      coverage: JSON.stringify(result.coverage),
    })
    .where('id', '=', scanId)
    .execute();
}
