import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { OrgScope } from '#platform/server/ctx.ts';
import { readmeText, type WrittenTable } from './readme.ts';
import * as store from './rows.store.ts';

const rowsAtOnce = 100;

export type ExportParts = {
  companyName: string;
  brandName: string;
  /** Whether the work goes on; what it is at, from 0 to 1. */
  progress: (part: number, activity: string) => Promise<void>;
  signal: AbortSignal;
};

/** Rows of one table as a JSON array, one row a line. */
async function* tableText(
  scope: OrgScope,
  table: store.ExportedTable,
  each: (rows: number) => Promise<void>,
): AsyncGenerator<string> {
  yield '[';
  let after: string[] | null = null;
  let isFirst = true;
  do {
    const page: store.RowPage = await scope.inOrg((db) =>
      store.selectRowPage(db, scope.orgId, table, { after, size: rowsAtOnce }),
    );
    for (const row of page.rows) {
      yield `${isFirst ? '' : ','}\n${row}`;
      isFirst = false;
    }
    await each(page.rows.length);
    ({ after } = page);
  } while (after);
  yield '\n]\n';
}

/** Every file of the organization in the store, by its path within the organization. */
async function* filesOf(scope: OrgScope): AsyncGenerator<{ key: string; within: string; size: number }> {
  const prefix = `organizations/${scope.orgId}/`;
  for (let after = ''; ;) {
    const page = await scope.providers.files.list(prefix, { ...(after ? { after } : {}), limit: 1000 });
    for (const { key, size } of page) yield { key, within: key.slice(prefix.length), size };
    if (page.length < 1000) return;
    after = page.at(-1)!.key;
  }
}

/** A stream that is opened when its turn in the ZIP comes. */
const lazily = (zip: ZipFile, path: string, mtime: Date, open: () => Readable | Promise<Readable>): void =>
  zip.addReadStreamLazy(path, { mtime }, (give) => {
    Promise.resolve()
      .then(open)
      .then(
        (stream) => {
          // the library hears nothing of a stream that fails
          stream.on('error', (error) => void zip.emit('error', error));
          give(null, stream);
        },
        (error: unknown) => give(error, null as never),
      );
  });

/**
 * Everything of an organization as a ZIP, read while it is written, so that it takes little memory however much there is.
 * Tables are read one after another: what changes meanwhile is in it as it was at that moment.
 */
export async function openZip(
  scope: OrgScope,
  { companyName, brandName, progress, signal }: ExportParts,
): Promise<Readable> {
  const now = scope.now();
  const tables = await scope.inOrg((db) => store.selectExportedTables(db));
  const counts = await scope.inOrg(async (db) => {
    const found: number[] = [];
    for (const table of tables) found.push(await store.countRows(db, scope.orgId, table));
    return found;
  });
  const files: { key: string; within: string; size: number }[] = [];
  for await (const file of filesOf(scope)) files.push(file);
  // a file takes longer than a row
  const whole = counts.reduce((sum, n) => sum + n, 0) + files.length * rowsAtOnce + 1;
  const written: WrittenTable[] = [];
  let done = 0;
  const step = async (weight: number, activity: string) => {
    signal.throwIfAborted();
    done += weight;
    await progress(Math.min(1, done / whole), activity);
  };
  const zip = new ZipFile();
  const output = zip.outputStream as unknown as Readable & { destroy: (error: Error) => void };
  // once nobody reads any more, there is nobody to tell
  output.on('error', () => {});
  zip.on('error', (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  for (const table of tables)
    lazily(zip, `data/${table.name}.json`, now, () => {
      const entry = { name: table.name, rows: 0 };
      written.push(entry);
      const text = tableText(scope, table, async (rows) => {
        entry.rows += rows;
        await step(rows, table.name);
      });
      return Readable.from(text);
    });
  for (const { key, within } of files)
    lazily(zip, `files/${within}`, now, async () => {
      await step(rowsAtOnce, 'files');
      // one that was removed meanwhile leaves an empty entry
      return (await scope.providers.files.open(key))?.bytes ?? Readable.from([]);
    });
  lazily(zip, 'README.txt', now, () =>
    Readable.from([
      readmeText({ companyName, brandName, madeAt: now, tables: written, files: files.length }),
    ]),
  );
  zip.end();
  return output;
}
