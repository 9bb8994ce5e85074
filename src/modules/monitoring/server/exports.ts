import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { BodyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { toSarif } from '#platform/server/sarif.ts';
import type { FileReply } from '#platform/server/serve.ts';
import type { monitoringContract } from '../contract.ts';
import { exportFileName, toWire } from '../rules.ts';
import { entitlementOf } from './entitlement.ts';
import { csvOf, jsonOf, sarifFinding, type ExportIssue } from './exportFormats.ts';
import { selectIssues, type IssueRow } from './issues.store.ts';
import { selectScanNotes, selectSnapshot, type SnapshotRow } from './snapshots.store.ts';
import { selectScan } from './scans.store.ts';
import { selectWebsite } from './websites.store.ts';

type Calls = typeof monitoringContract;
type Format = BodyOf<Calls['exportIssues']>['format'];

/** As many as anybody works through, a page of them at a time in memory of the database. */
const most = 20_000;
const rowsAtOnce = 1000;

const types: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  sarif: 'application/sarif+json; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

const ofIssue = (row: IssueRow): ExportIssue => ({
  finding: { ...row.details, severity: row.severity },
  state: row.status === 'open' ? row.snapshot_state : row.status,
  firstSeen: toWire(row.first_seen),
  lastSeen: toWire(row.last_seen),
  fixedAt: row.fixed_at && toWire(row.fixed_at),
  timesReopened: row.times_reopened,
  decision: row.decision,
  secondLook: row.second_look,
});
const ofSnapshot = (row: SnapshotRow, at: string): ExportIssue => {
  const { screenshot: _picture, ...finding } = row.details;
  return {
    finding: { ...finding, severity: row.severity },
    state: row.state === 'fixed' || !row.decision ? row.state : row.decision.kind,
    firstSeen: toWire(row.first_seen),
    lastSeen: toWire(row.last_seen),
    fixedAt: row.state === 'fixed' ? at : null,
    timesReopened: null,
    decision: row.decision,
    secondLook: false,
  };
};

type About = {
  website: { name: string; url: string };
  scan?: { id: string; level: string; startedAt: string; finishedAt: string };
  more?: object;
};

function written(format: Format, issues: readonly ExportIssue[], { website, scan, more }: About, engine: string): Buffer | Readable {
  if (format === 'csv') return Readable.from(csvOf(website, issues));
  const value =
    format === 'json'
      ? jsonOf(website, issues, { ...(scan ? { scan } : {}), ...more })
      : toSarif({
          tool: { name: engine },
          findings: issues.map(sarifFinding),
          ...(scan ? { scan } : {}),
          properties: { website, ...more },
        });
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

const file = (format: Format, bytes: Buffer | Readable, name: string): FileReply => ({ bytes, type: types[format], name });

/** Lasting issues as a file, as one filter finds them. */
export async function exportIssues(ctx: OrgScope, body: BodyOf<Calls['exportIssues']>): Promise<FileReply> {
  const { targetId, format, ...filter } = body;
  const { website, companyName, issues } = await ctx.inOrg(async (db) => {
    const found = await selectWebsite(db, targetId);
    if (!found) throw new Refusal('no-such-website');
    const rows: IssueRow[] = [];
    for (let offset = 0; offset < most; offset += rowsAtOnce) {
      const page = await selectIssues(
        db,
        targetId,
        { ...filter, descending: filter.sort !== 'title', grouped: false },
        { limit: rowsAtOnce, offset },
      );
      rows.push(...page.issues);
      if (page.issues.length < rowsAtOnce) break;
    }
    await recordAct(db, { act: 'issues-exported', subject: 'website', subjectId: found.id, subjectName: found.name });
    return {
      website: { name: found.name, url: found.url },
      companyName: (await entitlementOf(ctx, db)).companyName,
      issues: rows.map(ofIssue),
    };
  });
  const bytes = written(format, issues, { website, more: { exportedAt: toWire(ctx.now()) } }, ctx.providers.scanner.engine);
  return file(format, bytes, exportFileName(companyName, website.name, 'Issues', ctx.now(), format));
}

/** What one completed scan found, as a file. */
export async function exportScan(ctx: OrgScope, { scanId, format }: BodyOf<Calls['exportScan']>): Promise<FileReply> {
  const { about, issues, companyName, engine } = await ctx.inOrg(async (db) => {
    const scan = await selectScan(db, scanId);
    const notes = scan && (await selectScanNotes(db, scanId));
    const website = scan && (await selectWebsite(db, scan.website_id));
    if (!scan || !notes || !website) throw new Refusal('no-such-scan');
    if (scan.status !== 'completed' || !scan.completed_at) throw new Refusal('report-not-ready');
    const finishedAt = toWire(scan.completed_at);
    const rows = await selectSnapshot(db, scanId);
    await recordAct(db, { act: 'issues-exported', subject: 'website', subjectId: website.id, subjectName: website.name });
    return {
      about: {
        website: { name: website.name, url: website.url },
        scan: { id: scan.id, level: scan.scan_profile, startedAt: toWire(scan.begun_at ?? scan.started_at), finishedAt },
        more: { requests: scan.requests, pages: scan.pages, passed: notes.passed.map(({ rule }) => rule), coverage: notes.coverage },
      },
      issues: rows.map((row) => ofSnapshot(row, finishedAt)),
      companyName: (await entitlementOf(ctx, db)).companyName,
      engine: scan.engine,
    };
  });
  const name = exportFileName(companyName, about.website.name, 'Scan', new Date(about.scan.finishedAt), format);
  return file(format, written(format, issues, about, engine), name);
}
