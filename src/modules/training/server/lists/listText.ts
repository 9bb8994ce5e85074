import { parse } from 'csv-parse/sync';

export type ListProblem =
  | 'unreadable-file'
  | 'file-is-picture'
  | 'file-is-pdf'
  | 'empty-file'
  | 'columns-missing'
  | 'too-many-rows'
  | 'file-too-large';
export class ListError extends Error {
  readonly problem: ListProblem;
  constructor(problem: ListProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Characters of one line: whoever writes more did not write a list. */
const longestLine = 100_000;
/** Lines that are looked at, empty ones too. */
const mostLines = 50_000;

/** Every other byte is empty: text of two bytes a character, without a mark that says so. */
function looksWide(bytes: Uint8Array, at: 0 | 1): boolean {
  const some = bytes.subarray(0, 2000);
  let empty = 0;
  for (let i = at; i < some.length; i += 2) if (some[i] === 0) empty++;
  return some.length >= 4 && empty > some.length / 4;
}

/** Bytes as text: as their mark says, or else as UTF-8, or else as Windows writes it in the West. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b, c] = bytes;
  const read = (encoding: string, from = 0) => new TextDecoder(encoding).decode(bytes.subarray(from));
  if (a === 0xff && b === 0xfe) return read('utf-16le', 2);
  if (a === 0xfe && b === 0xff) return read('utf-16be', 2);
  if (a === 0xef && b === 0xbb && c === 0xbf) return read('utf-8', 3);
  if (looksWide(bytes, 1)) return read('utf-16le');
  if (looksWide(bytes, 0)) return read('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return read('windows-1252');
  }
}

const separators = [',', ';', '\t'] as const;

/** What separates cells: whatever stands most often in the first lines, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(separators.map((one) => [one, 0]));
  let quoted = false;
  for (const char of text.slice(0, 4000)) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && counts.has(char)) counts.set(char, counts.get(char)! + 1);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]![0];
}

/** Cells of a text with commas, semicolons or tabs, line by line as a spreadsheet counts them. Throws `ListError`. */
export function readText(bytes: Uint8Array): string[][] {
  const text = decodeText(bytes);
  if (text.includes('\0')) throw new ListError('unreadable-file');
  // what some spreadsheets write first to name their separator
  const named = /^sep=(.)\r?\n/i.exec(text);
  try {
    const rows: string[][] = parse(named ? text.slice(named[0].length) : text, {
      delimiter: named?.[1] ?? separatorOf(text),
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: longestLine,
      to: mostLines + 1,
    });
    if (rows.length > mostLines) throw new ListError('too-many-rows');
    return named ? [[], ...rows] : rows;
  } catch (error) {
    throw error instanceof ListError ? error : new ListError('unreadable-file', error);
  }
}
