import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { shownTime } from '#platform/dates.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { oneLine } from '#platform/text.ts';
import type { CatalogCourse, CourseStatus } from '../../entities.ts';
import { readCatalog } from '../courses/catalog.ts';
import { today } from './enrolDates.ts';
import { selectCompanyName, selectExportPage, type ExportRow } from './exportTrainees.store.ts';

const peopleAtOnce = 200;

const columns = [
  'First name',
  'Last name',
  'Email',
  'Department',
  'Archived (Pacific)',
  'Course',
  'Status',
  'Unlocks on',
  'Due on',
  'Progress in percent',
  'Best score in percent',
  'Attempts',
  'Started (Pacific)',
  'Finished (Pacific)',
  'Finished (UTC)',
];

const statusWords: Record<CourseStatus, string> = {
  notStarted: 'Not started',
  inProgress: 'In progress',
  failedQuiz: 'Test not passed',
  finished: 'Finished',
};

const shown = (at: Date | null): string => (at ? shownTime(at) : '');

function rowOf(row: ExportRow, catalog: ReadonlyMap<string, CatalogCourse>): string[] {
  const person = [row.firstName, row.lastName, row.email, row.department, shown(row.archivedAt)];
  if (row.course === null) return [...person, ...Array<string>(columns.length - person.length).fill('')];
  const status = statusWords[row.status as CourseStatus];
  return [
    ...person,
    catalog.get(row.course)?.title ?? row.course,
    row.assigned ? status : `${status}, no longer assigned`,
    row.unlockOn,
    row.dueOn,
    String(row.percent),
    row.bestScore === null ? '' : String(row.bestScore),
    String(row.attempts),
    shown(row.startedAt),
    shown(row.finishedAt),
    row.finishedAt?.toISOString() ?? '',
  ];
}

const readSome = (ctx: OrgScope, after: ExportRow | null): Promise<ExportRow[]> =>
  ctx.inOrg((db) => selectExportPage(db, after, peopleAtOnce));

/** Reads some people at a time, so that a long list never stands in memory as a whole. */
async function* rowsOf(ctx: OrgScope): AsyncGenerator<string[]> {
  const { all } = await ctx.inOrg((db) => readCatalog(db));
  for (let from: ExportRow | null = null; ;) {
    const page: ExportRow[] = await readSome(ctx, from);
    for (const row of page) yield rowOf(row, all);
    from = page.at(-1) ?? null;
    if (from === null) return;
  }
}

/**
 * Every trainee and course as CSV with a mark that lets spreadsheets read it as UTF-8. Cells that a spreadsheet would take
 * for a formula begin with an apostrophe. That it was taken stands in the log.
 */
export async function exportTrainees(ctx: OrgScope): Promise<FileReply> {
  const companyName = await ctx.inOrg(async (db) => {
    await recordAct(db, { act: 'trainees-exported', subject: 'trainee' });
    return selectCompanyName(db);
  });
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  pipeline(Readable.from(rowsOf(ctx)), csv, (error) => {
    // whoever stops a download ends it here too
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      ctx.log.error({ err: error }, 'export of trainees');
  });
  const company = [...oneLine(companyName.replaceAll(/[/\\:*?"<>|]+/g, ' '))].slice(0, 80).join('');
  return {
    bytes: csv,
    type: 'text/csv; charset=utf-8',
    name: `${company} training ${today(ctx.now())}.csv`.trim(),
  };
}
