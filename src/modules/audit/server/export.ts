import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { shownTime } from '#platform/dates.ts';
import { pacificDay } from '#platform/days.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { oneLine } from '#platform/text.ts';
import type { Entry, Filter } from '../contract.ts';
import { kinds } from '../words.ts';
import { readEntries, toEntries } from './entries.ts';
import { selectCompanyName } from './entries.store.ts';

const mostRows = 50_000;
const pageRows = 1000;

/** Named by organisation and day; what no file system takes is left out. */
export const exportName = (companyName: string, at: Date): string =>
  `${oneLine(companyName.replaceAll(/[/\\:*?"<>|]+/g, ' ')).slice(0, 80)} activity ${pacificDay(at)}.csv`.trim();

const columns = [
  'Time (Pacific)',
  'Time (UTC)',
  'Who',
  'Email',
  'Staff',
  'What',
  'About',
  'Old value',
  'New value',
  'Address',
  'Browser',
  'Request',
  'Entry',
];

const side = (entry: Entry, which: 'before' | 'after'): string =>
  entry.changes
    .filter((change) => change[which] !== null)
    .map((change) => `${change.label}: ${change[which]}`)
    .join('\n');

const rowOf = (entry: Entry): string[] => [
  shownTime(entry.at),
  entry.at,
  entry.who.name,
  entry.who.email,
  entry.who.staffName ? `${entry.who.staffName} <${entry.who.staff}>` : entry.who.staff,
  entry.what,
  entry.kind ? kinds[entry.kind] : '',
  side(entry, 'before'),
  side(entry, 'after'),
  entry.from.address,
  entry.from.userAgent,
  entry.requestId,
  entry.id,
];

/** Reads page by page, so that a long log never stands in memory as a whole. */
async function* rowsOf(ctx: OrgCtx, filter: Filter): AsyncGenerator<string[]> {
  let before: string | undefined;
  for (let given = 0; given < mostRows;) {
    const limit = Math.min(pageRows, mostRows - given);
    const from = before;
    const page = await readEntries(ctx, filter, { before: from, limit, patient: true });
    for (const entry of await toEntries(ctx, page)) yield rowOf(entry);
    if (page.length < limit) return;
    given += page.length;
    before = String(page.at(-1)!.id);
  }
}

/**
 * The log as CSV, newest first, with a mark that lets spreadsheets read it as UTF-8. That it was taken is an entry itself,
 * with the filter. Cells that a spreadsheet would take for a formula begin with an apostrophe.
 */
export async function exportEntries(ctx: OrgCtx, filter: Filter): Promise<FileReply> {
  const companyName = await ctx.inOrg(async (db) => {
    await recordAct(db, { act: 'activity-exported', subject: 'audit_entry', after: filter });
    return selectCompanyName(db, ctx.orgId);
  });
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  pipeline(Readable.from(rowsOf(ctx, filter)), csv, (error) => {
    // whoever stops a download ends it here too
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      ctx.log.error({ err: error }, 'export of the activity log');
  });
  return { bytes: csv, type: 'text/csv; charset=utf-8', name: exportName(companyName, ctx.now()) };
}
