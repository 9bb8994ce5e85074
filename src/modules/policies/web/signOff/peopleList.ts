import type { AddedPerson } from './queries.ts';

/** What will become, or became, of a line. `added` before sending means that it will be tried. */
export type LineResult = AddedPerson['fate'] | 'twice' | 'name-too-long' | 'not-sent';
export type ListedPerson = { /** From 1. */ line: number; name: string; email: string; result: LineResult };

const mostCharacters = 120;
const addressShape = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}$/;

export const isAddress = (text: string): boolean => text.length <= 254 && addressShape.test(text);

// control characters, and the mark that spreadsheets begin a file with
// oxlint-disable-next-line no-control-regex
const noise = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff\u200b]+/g;
const tidy = (text: string) => text.replace(noise, ' ').replace(/\s+/g, ' ').trim();

/** The cells of one line of a CSV file; a quoted cell may hold the separator, and `""` for a quote. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (quoted && letter === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
      if (quoted) cell = '';
    } else if (letter === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell].map(tidy);
}

/** Tabs come from a spreadsheet, semicolons from one in most of Europe. */
const separatorOf = (text: string): string =>
  text.includes('\t') ? '\t' : /;[^\n@;]*@|@[^\n@;]*;/.test(text) ? ';' : ',';

type Columns = { name: number[]; email: number };

const headNames = {
  name: /^(full |display |employee )?name$/i,
  first: /^(first|given)[ _-]?name$/i,
  last: /^(last|family|sur)[ _-]?name$/i,
  email: /^((work|business|primary) )?(e-?mail|mail)( ?address)?$/i,
};

/** Where name and address stand, if the line names its columns. */
function columnsOf(cells: string[]): Columns | null {
  const find = (shape: RegExp) => cells.findIndex((cell) => shape.test(cell));
  const email = find(headNames.email);
  if (email === -1) return null;
  const whole = find(headNames.name);
  const parts = [find(headNames.first), find(headNames.last)].filter((at) => at !== -1);
  return { email, name: parts.length > 0 ? parts : whole === -1 ? [] : [whole] };
}

/** `Ada Vance <ada@acme-widgets.com>`, as mail programs write people. */
const written = /^"?([^"<]*)(?:"\s*)?<([^<>\s]+)>$/;

function personOf(cells: string[], columns: Columns | null): { name: string; email: string } {
  if (columns)
    return {
      name: tidy(columns.name.map((at) => cells[at] ?? '').join(' ')),
      email: cells[columns.email] ?? '',
    };
  const mail = cells.length === 1 ? written.exec(cells[0]!) : null;
  if (mail) return { name: tidy(mail[1]!), email: mail[2]! };
  const at = cells.findIndex((cell) => cell.includes('@'));
  if (at === -1) return { name: cells[0] ?? '', email: cells[1] ?? '' };
  // first and last name in cells of their own, or the name behind the address
  const name = at > 0 ? cells.slice(0, at).join(' ') : (cells[1] ?? '');
  return { name: tidy(name), email: cells[at]!.replace(/^<|>$/g, '') };
}

function resultOf({ name, email }: { name: string; email: string }, seen: Set<string>): LineResult {
  if (!isAddress(email)) return 'bad-address';
  if (name === '') return 'name-missing';
  if ([...name].length > mostCharacters) return 'name-too-long';
  const key = email.toLowerCase();
  if (seen.has(key)) return 'twice';
  seen.add(key);
  return 'added';
}

/** Marks what cannot be added, each with its reason; an address that comes twice counts once. */
export function judge(people: readonly { line: number; name: string; email: string }[]): ListedPerson[] {
  const seen = new Set<string>();
  return people.map((one) => ({ ...one, result: resultOf(one, seen) }));
}

/** Reads a pasted list: `Name, email` per line, or columns of a spreadsheet with or without a line that names them. */
export function readList(text: string): ListedPerson[] {
  const separator = separatorOf(text);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: at + 1, cells: cellsOf(line, separator) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const columns = lines[0] ? columnsOf(lines[0].cells) : null;
  return judge(
    lines.slice(columns ? 1 : 0).map(({ line, cells }) => ({ line, ...personOf(cells, columns) })),
  );
}

/** Puts the server's results in the place of the preview, line by line. */
export function withResults(
  people: readonly ListedPerson[],
  results: readonly AddedPerson[],
): ListedPerson[] {
  let next = 0;
  return people.map((one) =>
    one.result === 'added' ? { ...one, result: results[next++]?.fate ?? 'not-sent' } : one,
  );
}
