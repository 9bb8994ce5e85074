import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { browserName } from '#platform/browserName.ts';
import { shownTime } from '#platform/dates.ts';
import { pacificDay } from '#platform/days.ts';
import type { StaffCtx } from '#platform/server/ctx.ts';
import type { Handlers } from '#platform/server/http/serve.ts';
import { actKinds, labelOf, textOf, type ActKind } from '../deskLog.ts';
import type { LogEntry, LogFilter, staffLogContract } from '../logContract.ts';
import { pageSize } from '../rules.ts';
import { pageOf, requireEveryBrand } from './everyBrand.ts';
import { recordStaffAct } from './staffActs.ts';
import { selectActPeople, selectActs, type StoredAct } from './staffActs.store.ts';

type Calls = Handlers<typeof staffLogContract>;

function entryOf(row: StoredAct): LogEntry {
  const [before, after] = [row.oldValue ?? {}, row.newValue ?? {}] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(before!), ...Object.keys(after!)])];
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    who: { name: row.staffName, email: row.staffEmail ?? '' },
    kind: row.kind,
    kindName: actKinds[row.kind as ActKind] ?? row.kind,
    what: row.what,
    changes: names.map((name) => ({
      label: labelOf(name),
      before: textOf(before![name]),
      after: textOf(after![name]),
    })),
    from: { address: row.ip ?? '', browser: row.userAgent ? browserName(row.userAgent) : '' },
    requestId: row.requestId ?? '',
  };
}

/** What staff did outside organisations, newest first. */
export const listLog: Calls['deskLog'] = async (ctx, { page, ...filter }) => {
  await requireEveryBrand(ctx);
  const { rows, ...rest } = await pageOf(page, pageSize, (atMost, skip) =>
    selectActs(ctx.global, filter, { atMost, skip }),
  );
  return { data: { ...rest, entries: rows.map(entryOf) } };
};

export const listLogPeople: Calls['deskLogPeople'] = async (ctx) => {
  await requireEveryBrand(ctx);
  return { data: await selectActPeople(ctx.global) };
};

const mostRows = 50_000;
const pageRows = 1000;
const columns = [
  'Time (Pacific)',
  'Time (UTC)',
  'Who',
  'Email',
  'About',
  'What',
  'Old value',
  'New value',
  'Address',
  'Browser',
  'Request',
  'Entry',
];

const side = ({ changes }: LogEntry, which: 'before' | 'after'): string =>
  changes
    .filter((change) => change[which] !== null)
    .map((change) => `${change.label}: ${change[which]}`)
    .join('\n');

const rowOf = (entry: LogEntry): string[] => [
  shownTime(entry.at),
  entry.at,
  entry.who.name,
  entry.who.email,
  entry.kindName,
  entry.what,
  side(entry, 'before'),
  side(entry, 'after'),
  entry.from.address,
  entry.from.browser,
  entry.requestId,
  entry.id,
];

/** Page by page, from the entry that was newest at the beginning on. */
async function* rowsOf(ctx: StaffCtx, filter: LogFilter): AsyncGenerator<string[]> {
  let before: number | undefined;
  for (let given = 0; given < mostRows;) {
    const from = before;
    const { rows } = await selectActs(ctx.global, filter, { atMost: pageRows, skip: 0, before: from });
    for (const row of rows) yield rowOf(entryOf(row));
    if (rows.length < pageRows) return;
    given += rows.length;
    before = rows.at(-1)!.id;
  }
}

/** The log as CSV; that it was taken is an entry itself, with the filter. */
export const exportLog: Calls['exportDeskLog'] = async (ctx, filter) => {
  await requireEveryBrand(ctx);
  await recordStaffAct(ctx.global, ctx, { kind: 'log', what: 'Exported the desk log', after: filter });
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
      ctx.log.error({ err: error }, 'export of the desk log');
  });
  return { bytes: csv, type: 'text/csv; charset=utf-8', name: `Desk log ${pacificDay(ctx.now())}.csv` };
};
