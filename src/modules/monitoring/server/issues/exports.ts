import { Buffer } from 'node:buffer';
import type { BodyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { toSarif, type SarifFinding } from './sarif.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import type { FindingPlace, ScanCoverage } from '#providers/scanner/port.ts';
import type { monitoringContract } from '../../contract.ts';
import { monitoringPaths } from '../../paths.ts';
import { exportFileName, toWire } from '../../rules.ts';
import { entitlementOf } from '../websites/entitlement.ts';
import { csvHead, csvRows, jsonIssue, sarifFinding, type ExportIssue } from './exportFormats.ts';
import { selectIssues, type IssueRow } from './issues.store.ts';
import { selectScanNotes, selectSnapshot, type SnapshotRow } from '../scans/snapshots.store.ts';
import { selectScan } from '../scans/scans.store.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;
type Format = BodyOf<Calls['exportIssues']>['format'];

/** As many as anybody works through. */
const most = 20_000;
/** Read, and turned into text, at once: what websites wrote may be long. */
const rowsAtOnce = 500;
/** Places with their request and answer; the rest have their address and what proves them. */
const placesWithExcerpts = 3;

const types: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  sarif: 'application/sarif+json; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

type PageOf = (findingId: string) => string;
/** Whole addresses of issues, at the brand of the organization: a file is read elsewhere. */
async function pagesOf(ctx: OrgScope): Promise<(targetId: string) => PageOf> {
  const { webAddress } = (await brandOfOrg(ctx)).wire;
  return (targetId) => (findingId) => webAddress + monitoringPaths.issue(targetId, findingId);
}

const ofIssue = (row: IssueRow, pageOf: PageOf): ExportIssue => ({
  page: pageOf(row.id),
  finding: { ...row.details, severity: row.severity },
  state: row.status === 'open' ? row.snapshotState : row.status,
  firstSeen: toWire(row.firstSeen),
  lastSeen: toWire(row.lastSeen),
  fixedAt: row.fixedAt && toWire(row.fixedAt),
  timesReopened: row.timesReopened,
  decision: row.decision,
  secondLook: row.secondLook,
});
const ofSnapshot = (row: SnapshotRow, at: string, pageOf: PageOf): ExportIssue => ({
  page: pageOf(row.id),
  finding: { ...row.details, severity: row.severity },
  state: row.state === 'fixed' || !row.decision ? row.state : row.decision.kind,
  firstSeen: toWire(row.firstSeen),
  lastSeen: toWire(row.lastSeen),
  fixedAt: row.state === 'fixed' ? at : null,
  timesReopened: null,
  decision: row.decision,
  secondLook: false,
});

const brief = ({ request: _request, response: _response, ...place }: FindingPlace) => place;
const withFewExcerpts = (issue: ExportIssue): object => {
  const { places } = issue.finding;
  return {
    ...jsonIssue(issue),
    places: [...places.slice(0, placesWithExcerpts), ...places.slice(placesWithExcerpts).map(brief)],
  };
};

type About = {
  website: { name: string; url: string };
  scan?: { id: string; level: string; startedAt: string; finishedAt: string };
  more?: Record<string, unknown> & { coverage?: ScanCoverage };
};

/** Takes issues part by part and keeps no more of them than the file will hold. */
function writer(
  format: Format,
  { website, scan, more }: About,
  engine: string,
): { add: (issues: ExportIssue[]) => void; end: () => Buffer } {
  const pieces: Buffer[] = [];
  const write = (text: string) => void pieces.push(Buffer.from(text));
  if (format === 'csv') {
    write(csvHead());
    return { add: (issues) => write(csvRows(website, issues)), end: () => Buffer.concat(pieces) };
  }
  if (format === 'json') {
    const about = JSON.stringify({ website, ...(scan ? { scan } : {}), ...more }, null, 2);
    let before = `${about.slice(0, -2)},\n  "issues": [\n`;
    return {
      add: (issues) => {
        for (const issue of issues) {
          write(before + JSON.stringify(withFewExcerpts(issue)));
          before = ',\n';
        }
      },
      end: () => {
        write(before.startsWith(',') ? '\n  ]\n}\n' : `${before}  ]\n}\n`);
        return Buffer.concat(pieces);
      },
    };
  }
  const findings: SarifFinding[] = [];
  return {
    add: (issues) => {
      for (const issue of issues) {
        const finding = sarifFinding(issue);
        findings.push({
          ...finding,
          places: finding.places.map((place) => ({ ...brief(place), request: '', response: '' })),
        });
      }
    },
    end: () => {
      const sarif = toSarif({
        tool: { name: engine },
        findings,
        ...(scan ? { scan: { ...scan, ...more } } : {}),
        properties: { website, ...more },
      });
      return Buffer.from(`${JSON.stringify(sarif, null, 2)}\n`);
    },
  };
}

const file = (format: Format, bytes: Buffer, name: string): FileReply => ({
  bytes,
  type: types[format],
  name,
});

/** Lasting issues as a file, as one filter finds them. */
export async function exportIssues(ctx: OrgScope, body: BodyOf<Calls['exportIssues']>): Promise<FileReply> {
  const { targetId, format, ...filter } = body;
  const order = { descending: filter.sort !== 'title', grouped: false };
  const pageOf = (await pagesOf(ctx))(targetId);
  return ctx.inOrg(async (db) => {
    const found = await selectWebsite(db, targetId);
    if (!found) throw new Refusal('no-such-website');
    const website = { name: found.name, url: found.url };
    const out = writer(
      format,
      { website, more: { exportedAt: toWire(ctx.now()) } },
      ctx.providers.scanner.engine,
    );
    for (let offset = 0; offset < most; offset += rowsAtOnce) {
      const { issues } = await selectIssues(
        db,
        targetId,
        { ...filter, ...order },
        { limit: rowsAtOnce, offset },
      );
      out.add(issues.map((row) => ofIssue(row, pageOf)));
      if (issues.length < rowsAtOnce) break;
    }
    await recordAct(db, {
      act: 'issues-exported',
      subject: 'website',
      subjectId: found.id,
      subjectName: found.name,
    });
    const { companyName } = await entitlementOf(ctx, db);
    return file(format, out.end(), exportFileName(companyName, website.name, 'Issues', ctx.now(), format));
  });
}

/** What one completed scan found, as a file. */
export async function exportScan(
  ctx: OrgScope,
  { scanId, format }: BodyOf<Calls['exportScan']>,
): Promise<FileReply> {
  const pages = await pagesOf(ctx);
  return ctx.inOrg(async (db) => {
    const scan = await selectScan(db, scanId);
    const notes = scan && (await selectScanNotes(db, scanId));
    const found = scan && (await selectWebsite(db, scan.websiteId));
    if (!scan || !notes || !found) throw new Refusal('no-such-scan');
    if (scan.status !== 'completed' || !scan.completedAt) throw new Refusal('report-not-ready');
    const website = { name: found.name, url: found.url };
    const finishedAt = toWire(scan.completedAt);
    const startedAt = toWire(scan.begunAt ?? scan.startedAt);
    const passed = notes.passed.map(({ rule }) => rule);
    const about = {
      website,
      scan: { id: scan.id, level: scan.scanProfile, startedAt, finishedAt },
      more: {
        requests: scan.requests,
        pages: scan.pages,
        passed,
        ...(notes.tried ? { tried: notes.tried } : {}),
        ...(notes.notTested
          ? { notTested: notes.notTested.map(({ rule, reason }) => ({ rule, reason })) }
          : {}),
        coverage: notes.coverage,
      },
    };
    const out = writer(format, about, scan.engine);
    for (let offset = 0; offset < most; offset += rowsAtOnce) {
      const rows = await selectSnapshot(db, scanId, { limit: rowsAtOnce, offset });
      out.add(rows.map((row) => ofSnapshot(row, finishedAt, pages(found.id))));
      if (rows.length < rowsAtOnce) break;
    }
    await recordAct(db, {
      act: 'issues-exported',
      subject: 'website',
      subjectId: found.id,
      subjectName: found.name,
    });
    const { companyName } = await entitlementOf(ctx, db);
    return file(
      format,
      out.end(),
      exportFileName(companyName, website.name, 'Scan', scan.completedAt, format),
    );
  });
}
