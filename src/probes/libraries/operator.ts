import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importRetireRepository, overlayTable } from './retire.ts';
import { libraryTable, tableSchema, type LibraryTable } from './table.ts';

const mostBytes = 50_000_000;

export const libraryFile = (dataDir: string) => path.join(dataDir, 'libraries.json');

export const dataFolder = (): string => path.resolve(process.env.DATA_DIR ?? './data');

type TableInUse = {
  table: LibraryTable;
  added: LibraryTable | null;
  /** Why kept facts could not be used: a sentence. Our own are used then. */
  problem: string | null;
};

export function readTableInUse(dataDir: string): TableInUse {
  const own = libraryTable();
  let text: string;
  try {
    text = readFileSync(libraryFile(dataDir), 'utf8');
  } catch (error) {
    const missing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    return {
      table: own,
      added: null,
      problem: missing ? null : 'The added facts about script libraries cannot be read.',
    };
  }
  try {
    const added = tableSchema.parse(JSON.parse(text));
    return { table: overlayTable(own, added), added, problem: null };
  } catch {
    return {
      table: own,
      added: null,
      problem: 'The added facts about script libraries are damaged: load them again.',
    };
  }
}

let used: TableInUse | undefined;

export function tableInUse(): TableInUse {
  used ??= readTableInUse(dataFolder());
  return used;
}

export class BadRepository extends Error {}

/** Flaws are told apart by library and number, those without a number by their words. */
function flawKeys(table: LibraryTable): Set<string> {
  return new Set(
    table.libraries.flatMap((library) =>
      library.flaws.flatMap(({ cve, summary }) =>
        (cve.length > 0 ? cve : [summary]).map((name) => `${library.id} ${name}`),
      ),
    ),
  );
}

type TableChange = { libraries: string[]; newFlaws: string[]; goneFlaws: string[]; asOf: string };

/** What a scan knows after a change that it did not know before, and the other way round. */
function changeBetween(before: LibraryTable, after: LibraryTable): TableChange {
  const [old, now] = [flawKeys(before), flawKeys(after)];
  const known = new Set(before.libraries.map(({ id }) => id));
  return {
    libraries: after.libraries.filter(({ id }) => !known.has(id)).map(({ name }) => name),
    newFlaws: [...now].filter((flaw) => !old.has(flaw)),
    goneFlaws: [...old].filter((flaw) => !now.has(flaw)),
    asOf: after.asOf,
  };
}

/**
 * Lays a retire.js repository over our own facts from now on, in place of one laid there before. `asOf`: the day of the
 * repository. Throws `BadRepository` and leaves everything as it was when the text is none.
 */
export function keepRepository(dataDir: string, text: string, asOf: string): TableChange {
  if (text.length > mostBytes) throw new BadRepository('The file is larger than any repository.');
  let added: LibraryTable;
  try {
    added = importRetireRepository(text.replace(/^\uFEFF/, ''), asOf);
  } catch (error) {
    throw new BadRepository('The file is no retire.js repository (jsrepository-v4.json).', { cause: error });
  }
  if (added.libraries.length === 0) throw new BadRepository('The file names no library with a known flaw.');
  const before = readTableInUse(dataDir).table;
  const after = overlayTable(libraryTable(), added);
  mkdirSync(dataDir, { recursive: true });
  // A crash in the middle must not leave half a table.
  const draft = `${libraryFile(dataDir)}.${process.pid}.new`;
  try {
    writeFileSync(draft, JSON.stringify(added));
    renameSync(draft, libraryFile(dataDir));
  } finally {
    rmSync(draft, { force: true });
  }
  return changeBetween(before, after);
}

export function dropRepository(dataDir: string): void {
  rmSync(libraryFile(dataDir), { force: true });
}
