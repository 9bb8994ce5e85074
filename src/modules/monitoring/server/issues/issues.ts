import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { owaspFor } from '#standards/owasp.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { notTestedReasons, type FindingPlace } from '#providers/scanner/port.ts';
import type { monitoringContract } from '../../contract.ts';
import type { IssueWire, RetestWire } from '../../issueEntities.ts';
import { findingsPerPage, issuesPerPage, toWire } from '../../rules.ts';
import { selectHistoryOf } from './issueEvents.store.ts';
import { linksWire } from '../issueLinks/issueLinks.ts';
import { selectLinksOf } from '../issueLinks/issueLinks.store.ts';
import {
  countOpenIssues,
  countOtherIssues,
  selectFacets,
  selectIssue,
  selectIssues,
  selectScreenshot,
  type IssueRow,
  type RetestRow,
  type ShownFinding,
} from './issues.store.ts';
import { pciStatusOf } from '../report/reportPdf.standards.ts';
import { selectSeen } from './retests.store.ts';
import { scanWire } from '../scans/scans.ts';
import { selectScan } from '../scans/scans.store.ts';
import {
  countSnapshot,
  selectScanNotes,
  selectSnapshot,
  type SnapshotRow,
} from '../scans/snapshots.store.ts';
import { weaknessOfIssue } from './weaknessOfIssue.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;

/** Places shown with their request and answer; the rest show their address only. */
const placesWithExcerpts = 3;

const placeWire = (place: FindingPlace, withExcerpts: boolean) => ({
  method: place.method,
  url: place.url,
  parameter: place.parameter,
  evidence: place.evidence,
  payload: place.payload ?? '',
  request: withExcerpts ? place.request : '',
  response: withExcerpts ? place.response : '',
});

const aboutWire = (id: string, finding: ShownFinding) => ({
  findingId: id,
  rule: finding.rule,
  title: finding.title,
  severity: finding.severity,
  score: finding.cvss.score,
  vector: finding.cvss.vector,
  cwe: finding.cwe,
  owasp: finding.owasp,
  owasp2025: owaspFor(finding.cwe, 2025) ?? '',
  pciFails: pciStatusOf(finding) === 'fail',
  pci: finding.pci,
  confidence: finding.confidence,
  explanation: finding.explanation,
  fix: finding.fix,
  references: finding.references,
  places: finding.places.map((place, i) => placeWire(place, i < placesWithExcerpts)),
  placesTotal: Math.max(finding.placesTotal ?? 0, finding.places.length),
});

export const retestWire = (row: RetestRow): RetestWire => ({
  retestId: row.id,
  status: row.status,
  requestedBy: row.requestedBy,
  requestedAt: toWire(new Date(row.requestedAt)),
  endedAt: row.endedAt && toWire(new Date(row.endedAt)),
  percent: row.percent,
  activity: row.activity,
  requests: row.requests,
  reason: row.reason,
});

const issueWire = (row: IssueRow): IssueWire => ({
  ...aboutWire(row.id, row.details),
  severity: row.severity,
  firstSeen: toWire(row.firstSeen),
  lastSeen: toWire(row.lastSeen),
  state: row.status === 'open' ? row.snapshotState : row.status,
  hasScreenshot: row.hasScreenshot,
  decision: row.decision,
  fixedAt: row.fixedAt && toWire(row.fixedAt),
  timesReopened: row.timesReopened,
  secondLook: row.secondLook,
  acceptanceEndedAt: row.status === 'open' ? row.acceptanceEndedAt && toWire(row.acceptanceEndedAt) : null,
  retest: row.retest && retestWire(row.retest),
  ofRule: row.ofRule,
});

const findingWire = (row: SnapshotRow) => ({
  ...aboutWire(row.id, row.details),
  severity: row.severity,
  firstSeen: toWire(row.firstSeen),
  lastSeen: toWire(row.lastSeen),
  state: row.state === 'fixed' || !row.decision ? row.state : row.decision.kind,
  hasScreenshot: row.hasScreenshot,
  decision: row.decision,
});

/** Lasting issues of a website, filtered, sorted and paged by the database. */
export async function listIssues(
  ctx: OrgScope,
  body: BodyOf<Calls['loadIssues']>,
): Promise<ReplyOf<Calls['loadIssues']>> {
  const { targetId, page, ...filter } = body;
  return ctx.inOrg(async (db) => {
    if (!(await selectWebsite(db, targetId))) throw new Refusal('no-such-website');
    const { issues, total } = await selectIssues(db, targetId, filter, {
      limit: issuesPerPage,
      offset: (page - 1) * issuesPerPage,
    });
    const counts = { open: await countOpenIssues(db, targetId), ...(await countOtherIssues(db, targetId)) };
    const facets = await selectFacets(db, targetId, filter.state);
    return { issues: issues.map(issueWire), total, page, pageSize: issuesPerPage, counts, facets };
  });
}

/** One issue with what happened to it and what proves it. */
export async function readIssue(
  ctx: OrgScope,
  body: BodyOf<Calls['loadIssue']>,
): Promise<ReplyOf<Calls['loadIssue']>> {
  const { targetId, findingId, scanId } = body;
  const found = await ctx.inOrg(async (db) => {
    const website = await selectWebsite(db, targetId);
    if (!website) throw new Refusal('no-such-website');
    const row = await selectIssue(db, targetId, findingId);
    if (!row) throw new Refusal('no-such-issue');
    const seen = row.retest?.status === 'still-there' ? await selectSeen(db, row.retest.id) : null;
    return {
      issue: issueWire(row),
      screenshot: await selectScreenshot(db, targetId, findingId, scanId),
      history: await selectHistoryOf(db, targetId, findingId),
      seen: seen && {
        places: seen.places.slice(0, placesWithExcerpts).map((place) => placeWire(place, true)),
        screenshot: seen.screenshot ?? null,
      },
      website: { targetId, targetName: website.name, targetUrl: website.url },
      links: await linksWire(ctx, db, await selectLinksOf(db, targetId, findingId)),
    };
  });
  const { issue, website } = found;
  return { ...found, weakness: await weaknessOfIssue(ctx, { rule: issue.rule, url: website.targetUrl }) };
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
    const findings = await selectSnapshot(db, body.scanId, {
      limit: findingsPerPage,
      offset: (body.page - 1) * findingsPerPage,
    });
    return {
      scan: scanWire(scan),
      findings: findings.map(findingWire),
      total: await countSnapshot(db, body.scanId),
      page: body.page,
      pageSize: findingsPerPage,
      passed: notes.passed.map(({ rule, title }) => ({ rule, title, tried: notes.tried?.[rule] ?? null })),
      notTested:
        notes.notTested?.map(({ rule, title, reason }) => ({
          rule,
          title,
          reason: notTestedReasons[reason],
        })) ?? null,
      coverage: notes.coverage,
    };
  });
}
