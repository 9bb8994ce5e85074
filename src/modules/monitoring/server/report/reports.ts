import path from 'node:path';
import type { BodyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg, toPdfBrand } from '#modules/catalog/server/public.ts';
import type { monitoringContract } from '../../contract.ts';
import type { LevelCode } from '../../entities.ts';
import { issuePath } from '../../paths.ts';
import { durationMinutes, levelLabels, recurrenceLabels, reportFileName } from '../../rules.ts';
import { entitlementOf } from '../websites/entitlement.ts';
import { renderScanReport, type ReportFinding, type ScanReportInput } from './reportPdf.ts';
import { selectHistory } from './reports.store.ts';
import { selectScan } from '../scans/scans.store.ts';
import { selectSchedule } from '../schedules/schedules.store.ts';
import { selectScanNotes, selectSnapshot, type SnapshotRow } from '../scans/snapshots.store.ts';
import { selectWebsite } from '../websites/websites.store.ts';

/** Scans shown in the report's history. */
const historyMost = 12;

type PageOf = (findingId: string) => string;

const reportFinding = (
  row: SnapshotRow & { state: ReportFinding['state'] },
  pageOf: PageOf,
): ReportFinding => ({
  ...row.details,
  severity: row.severity,
  ...(row.decision ? { decision: row.decision } : {}),
  state: row.state,
  firstSeen: row.firstSeen.toISOString(),
  lastSeen: row.lastSeen.toISOString(),
  page: pageOf(row.id),
});
const isPresent = (row: SnapshotRow): row is SnapshotRow & { state: ReportFinding['state'] } =>
  row.state !== 'fixed';

type Asked = BodyOf<(typeof monitoringContract)['getScanReport']>;

async function gather(ctx: OrgScope, asked: Asked, pageOf: PageOf): Promise<Omit<ScanReportInput, 'brand'>> {
  return ctx.inOrg(async (db) => {
    const website = await selectWebsite(db, asked.targetId);
    if (!website) throw new Refusal('no-such-website');
    const scan = await selectScan(db, asked.b);
    const notes = scan && (await selectScanNotes(db, asked.b));
    if (!scan || !notes || scan.websiteId !== website.id) throw new Refusal('no-such-scan');
    if (scan.status !== 'completed' || !scan.completedAt) throw new Refusal('report-not-ready');
    const rows = await selectSnapshot(db, scan.id);
    const present = rows.filter(isPresent).map((row) => reportFinding(row, pageOf));
    const cwes = new Map(ctx.providers.scanner.rules().map(({ rule, cwe }) => [rule, cwe]));
    const begun = scan.begunAt ?? scan.startedAt;
    const finishedAt = scan.completedAt.toISOString();
    const schedule = await selectSchedule(db, website.id);
    const history = await selectHistory(db, website.id, scan.completedAt, historyMost);
    return {
      kind: asked.c,
      organization: { name: (await entitlementOf(ctx, db)).companyName },
      website: { name: website.name, url: website.url },
      scan: {
        id: scan.id,
        level: scan.scanProfile,
        levelLabel: levelLabels[scan.scanProfile as LevelCode],
        startedAt: begun.toISOString(),
        finishedAt,
        durationMinutes: durationMinutes(begun, scan.completedAt),
        requests: scan.requests,
        pages: scan.pages,
        engine: scan.engine,
      },
      findings: present.filter(({ decision }) => !decision),
      decided: present.filter(({ decision }) => decision),
      fixed: rows
        .filter((row) => row.state === 'fixed' && row.decision?.kind !== 'false-positive')
        .map((row) => ({
          title: row.details.title,
          severity: row.severity,
          firstSeen: row.firstSeen.toISOString(),
          fixedAt: finishedAt,
          page: pageOf(row.id),
        })),
      passed: notes.passed.map((check) => {
        const cwe = check.cwe ?? cwes.get(check.rule);
        return { ...check, ...(cwe === undefined ? {} : { cwe }) };
      }),
      tried: notes.tried,
      notTested: notes.notTested,
      coverage: notes.coverage,
      history: history.map(({ completedAt, ...counts }) => ({
        finishedAt: completedAt.toISOString(),
        ...counts,
      })),
      nextScan: schedule && {
        at: schedule.nextScan.toISOString(),
        often: recurrenceLabels[schedule.repeat.recurrence],
      },
      consent: { by: website.confirmedBy, at: website.confirmedAt.toISOString() },
      now: ctx.now(),
    };
  });
}

const drawScanReport = drawn(path.join(import.meta.dirname, 'reportPdf.ts'), renderScanReport);

/** The report of a completed scan as a PDF, named by the rule and not by what the address says. */
export async function scanReport(ctx: OrgScope, asked: Asked): Promise<FileReply> {
  const brand = await brandOfOrg(ctx);
  const input = await gather(
    ctx,
    asked,
    (findingId) => brand.wire.webAddress + issuePath(asked.targetId, findingId),
  );
  const bytes = await drawScanReport(ctx, ctx.orgId, { ...input, brand: toPdfBrand(brand) });
  const name = reportFileName(
    input.organization.name,
    input.website.name,
    asked.c,
    new Date(input.scan.finishedAt),
  );
  return { bytes, type: 'application/pdf', name, inline: true };
}
