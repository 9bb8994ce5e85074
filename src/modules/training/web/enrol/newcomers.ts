import type { ResultRow } from '../../entities.ts';
import type { Newcomer } from '../changes.ts';
import { isIn } from '../changes.ts';
import { isPlausibleAddress } from '../words.ts';

/** A person being typed; `error` is what stands under the row. */
export type NewcomerRow = Required<Newcomer> & { key: number; error: string | null };
export type Field = 'firstName' | 'lastName' | 'email' | 'department';

/** More come in a file. */
export const mostRows = 100;

let keys = 0;
export const emptyRow = (part: Partial<NewcomerRow> = {}): NewcomerRow => ({
  key: ++keys,
  firstName: '',
  lastName: '',
  email: '',
  department: '',
  startMonth: '',
  error: null,
  ...part,
});

export const isBlank = ({ firstName, lastName, email, department }: NewcomerRow): boolean =>
  `${firstName}${lastName}${email}${department}`.trim() === '';

// control characters, and the marks that spreadsheets leave behind
// oxlint-disable-next-line no-control-regex
const noise = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff\u200b]+/g;
const tidy = (text: string) => text.replace(noise, ' ').replace(/\s+/g, ' ').trim();

const heads: [Field | 'name', RegExp][] = [
  ['firstName', /^(first|given)[ _-]?names?$/i],
  ['lastName', /^(last|family|sur)[ _-]?name$/i],
  ['name', /^(full |display |employee )?name$/i],
  ['email', /^((work|business) )?(e-?mail|mail)( ?address)?$/i],
  ['department', /^(department|team|unit|group)$/i],
];

function split(name: string): Pick<NewcomerRow, 'firstName' | 'lastName'> {
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, at), lastName: name.slice(at + 1) };
}

function headOf(cells: readonly string[]): (Field | 'name' | null)[] | null {
  const found = cells.map((cell) => heads.find(([, shape]) => shape.test(cell))?.[0] ?? null);
  return found.includes('email') ? found : null;
}

/** What stands where goes by the address: names before it, or one behind it; then the department. */
function personOf(cells: readonly string[]): Partial<NewcomerRow> {
  const at = cells.findIndex((cell) => cell.includes('@'));
  if (at === -1)
    return {
      firstName: cells[0] ?? '',
      lastName: cells[1] ?? '',
      email: cells[2] ?? '',
      department: cells[3] ?? '',
    };
  const email = cells[at]!;
  if (at === 0) return { ...split(cells[1] ?? ''), email, department: cells[2] ?? '' };
  const names =
    at === 1 ? split(cells[0]!) : { firstName: cells[0]!, lastName: cells.slice(1, at).join(' ') };
  return { ...names, email, department: cells[at + 1] ?? '' };
}

/**
 * Reads lines copied from a spreadsheet: cells with tabs between them, with or without a line that names the columns.
 * @returns null where the text is no table, so that it is pasted as any text is
 */
export function readPasted(text: string): NewcomerRow[] | null {
  if (!/[\t\n\r]/.test(text.trim())) return null;
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split(line.includes('\t') ? '\t' : /[;,]/).map(tidy))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const head = lines[0] ? headOf(lines[0]) : null;
  return lines.slice(head ? 1 : 0).map((cells) => {
    if (!head) return emptyRow(personOf(cells));
    const value = (field: Field | 'name') => cells[head.indexOf(field)] ?? '';
    const names =
      head.includes('name') && !head.includes('firstName')
        ? split(value('name'))
        : { firstName: value('firstName'), lastName: value('lastName') };
    return emptyRow({ ...names, email: value('email'), department: value('department') });
  });
}

/** Fills the place where somebody pasted: blank rows give way. */
export function withPasted(
  rows: readonly NewcomerRow[],
  at: number,
  pasted: readonly NewcomerRow[],
): NewcomerRow[] {
  const before = rows.filter((row) => row.key !== at || !isBlank(row));
  const place = Math.max(
    0,
    rows.findIndex(({ key }) => key === at),
  );
  const after = [...before.slice(0, place), ...pasted, ...before.slice(place)];
  return after.filter((row, index) => !isBlank(row) || index === after.length - 1);
}

export function checked(rows: readonly NewcomerRow[]): NewcomerRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const email = row.email.trim().toLowerCase();
    const error = isBlank(row)
      ? null
      : `${row.firstName}${row.lastName}`.trim() === ''
        ? 'Please enter a name.'
        : !isPlausibleAddress(email)
          ? 'Please enter a valid email address.'
          : seen.has(email)
            ? 'This address is already listed above.'
            : null;
    seen.add(email);
    return { ...row, error };
  });
}

/** What is left once an answer came: whoever is in goes, the others keep their row with the reason. */
export function leftOver(sent: readonly NewcomerRow[], results: readonly ResultRow[]): NewcomerRow[] {
  return sent.flatMap((row, at) => {
    const fate = results[at];
    if (fate && isIn(fate)) return [];
    return [{ ...row, error: fate ? fate.message.replace(/^Row \d+: /, '') : 'This row was not sent.' }];
  });
}
