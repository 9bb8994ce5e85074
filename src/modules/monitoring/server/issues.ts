import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Finding } from '#providers/scanner/port.ts';
import type { monitoringContract } from '../contract.ts';
import { findingsPerPage, issuesPerPage, toWire } from '../rules.ts';
import {
  countFixedIssues,
  countOpenIssues,
  countSnapshot,
  selectIssues,
  selectScanNotes,
  selectSnapshot,
  type IssueRow,
  type SnapshotRow,
} from './issues.store.ts';
import { scanWire } from './scans.ts';
import { selectScan } from './scans.store.ts';
import { selectWebsite } from './websites.store.ts';

type Calls = typeof monitoringContract;

/** Places shown with their request and answer; the rest show their address only. */
const placesWithExcerpts = 3;

const aboutWire = (id: string, finding: Finding & { placesTotal?: number }) => ({
  findingId: id,
  rule: finding.rule,
  title: finding.title,
  severity: finding.severity,
  score: finding.cvss.score,
  vector: finding.cvss.vector,
  cwe: finding.cwe,
  owasp: finding.owasp,
  pci: finding.pci,
  confidence: finding.confidence,
  explanation: finding.explanation,
  fix: finding.fix,
  references: finding.references,
  places: finding.places.map((place, i) => (i < placesWithExcerpts ? place : { ...place, request: '', response: '' })),
  placesTotal: Math.max(finding.placesTotal ?? 0, finding.places.length),
});

const issueWire = (row: IssueRow) => ({
  ...aboutWire(row.id, row.details),
  severity: row.severity,
  firstSeen: toWire(row.first_seen),
  lastSeen: toWire(row.last_seen),
  state: row.state === 'fixed' ? ('fixed' as const) : row.snapshot_state,
  fixedAt: row.fixed_at && toWire(row.fixed_at),
  timesReopened: row.times_reopened,
});

const findingWire = (row: SnapshotRow) => ({
  ...aboutWire(row.id, row.details),
  severity: row.severity,
  firstSeen: toWire(row.first_seen),
  lastSeen: toWire(row.last_seen),
  state: row.state,
});

/** Lasting issues of a website, filtered, sorted and paged by the database. */
export async function listIssues(ctx: OrgScope, body: BodyOf<Calls['loadIssues']>): Promise<ReplyOf<Calls['loadIssues']>> {
  const { targetId, ...filter } = body;
  return ctx.inOrg(async (db) => {
    if (!(await selectWebsite(db, targetId))) throw new Refusal('no-such-website');
    const { issues, total } = await selectIssues(db, { websiteId: targetId, ...filter });
    const counts = { open: await countOpenIssues(db, targetId), fixed: await countFixedIssues(db, targetId) };
    return { issues: issues.map(issueWire), total, page: body.page, pageSize: issuesPerPage, counts };
  });
}

/** Details of one report: what that scan found, as it was then. */
export async function listScanFindings(
  ctx: OrgScope,
  body: BodyOf<Calls['loadScanFindings']>,
): Promise<ReplyOf<Calls['loadScanFindings']>> {
  return ctx.inOrg(async (db) => {
    const scan = await selectScan(db, body.scanId);
    const notes = scan && (await selectScanNotes(db, body.scanId));
    if (!scan || !notes) throw new Refusal('no-such-scan');
    const findings = await selectSnapshot(db, body.scanId, { limit: findingsPerPage, offset: (body.page - 1) * findingsPerPage });
    return {
      scan: scanWire(scan),
      findings: findings.map(findingWire),
      total: await countSnapshot(db, body.scanId),
      page: body.page,
      pageSize: findingsPerPage,
      passed: notes.passed.map(({ rule, title }) => ({ rule, title })),
      coverage: notes.coverage,
    };
  });
}
