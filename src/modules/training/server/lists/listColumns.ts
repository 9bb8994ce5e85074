import { type Day } from '#platform/days.ts';
import { readMonth } from './listMonths.ts';
import { ListError } from './listText.ts';

/** A row of a list as somebody wrote it. `startMonth` is null where it names none, `monthText` what it says where that is no month. */
export type ListRow = {
  row: number;
  firstName: string;
  lastName: string;
  email: string;
  department: string;
  startMonth: Day | null;
  monthText?: string;
};

type Column = 'firstName' | 'lastName' | 'name' | 'email' | 'department' | 'startMonth';

const headings: Record<Column, readonly string[]> = {
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'familyname', 'surname'],
  name: ['name', 'fullname', 'employee', 'employeename', 'displayname', 'person'],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'workemail', 'emails'],
  department: ['department', 'dept', 'team', 'division', 'unit'],
  startMonth: ['startmonth', 'start', 'month', 'startdate', 'begin', 'beginsin'],
};
const columnOfWord = new Map(
  Object.entries(headings).flatMap(([column, words]) => words.map((word) => [word, column as Column])),
);

const longestCell = 300;
/** Rows by which columns without a heading are told. */
const rowsToGuess = 50;

const cellAt = (row: readonly string[], at: number | undefined): string =>
  at === undefined ? '' : (row[at] ?? '').slice(0, longestCell).trim();
const isEmpty = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');
const hasAddress = (row: readonly string[]): boolean => row.some((cell) => cell.includes('@'));

type Columns = Partial<Record<Column, number>>;

function namedColumns(row: readonly string[]): Columns {
  const columns: Columns = {};
  for (const [at, cell] of row.slice(0, 200).entries()) {
    const column = columnOfWord.get(
      cell
        .slice(0, longestCell)
        .toLowerCase()
        .replaceAll(/[^a-z]/g, ''),
    );
    if (column && columns[column] === undefined) columns[column] = at;
  }
  return columns;
}

/** The column of which most cells are so; undefined where no cell is. */
function columnWhere(
  rows: readonly (readonly string[])[],
  is: (cell: string) => boolean,
  without: ReadonlySet<number>,
): number | undefined {
  const counts = new Map<number, number>();
  for (const row of rows)
    for (const [at, cell] of row.slice(0, 200).entries())
      if (!without.has(at) && is(cell)) counts.set(at, (counts.get(at) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1] || one[0] - other[0])[0]?.[0];
}

/** Columns of a list without headings: told by what stands in them. */
function guessedColumns(rows: readonly (readonly string[])[]): Columns {
  const used = new Set<number>();
  const take = (at: number | undefined) => {
    if (at !== undefined) used.add(at);
    return at;
  };
  const email = take(columnWhere(rows, (cell) => cell.includes('@'), used));
  const startMonth = take(columnWhere(rows, (cell) => readMonth(cell) !== null, used));
  const others = [...new Set(rows.flatMap((row) => [...row.slice(0, 200).keys()]))]
    .toSorted((one, other) => one - other)
    .filter((at) => !used.has(at));
  const texts = others.filter((at) => rows.some((row) => /\p{L}/u.test(row[at] ?? '')));
  const isWhole =
    texts.length > 0 &&
    rows.filter((row) => /\S\s+\S/.test(row[texts[0]!]?.trim() ?? '')).length * 2 > rows.length;
  const [first, second, third] = texts;
  const names: Columns =
    isWhole || second === undefined
      ? { name: first, department: second }
      : { firstName: first, lastName: second, department: third };
  return Object.fromEntries(
    Object.entries({ email, startMonth, ...names }).filter(([, at]) => at !== undefined),
  );
}

/** A name in one cell: the family name is its last word, or stands before a comma. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const comma = name.indexOf(',');
  if (comma > 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() };
  const words = name.split(/\s+/);
  return words.length < 2
    ? { firstName: name, lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! };
}

function personOf(cells: readonly string[], columns: Columns, row: number): ListRow {
  const [firstName, lastName, name] = [
    cellAt(cells, columns.firstName),
    cellAt(cells, columns.lastName),
    cellAt(cells, columns.name),
  ];
  const month = cellAt(cells, columns.startMonth);
  const startMonth = month === '' ? null : readMonth(month);
  return {
    row,
    ...(firstName === '' && lastName === '' ? splitName(name) : { firstName, lastName }),
    email: cellAt(cells, columns.email),
    department: cellAt(cells, columns.department),
    startMonth,
    ...(month !== '' && startMonth === null ? { monthText: month } : {}),
  };
}

/** The people of a list, whatever the order and headings of its columns. Throws `ListError`. */
export function readPeople(cells: readonly (readonly string[])[], mostRows: number): ListRow[] {
  const lines = cells.map((row, place) => ({ row, number: place + 1 })).filter(({ row }) => !isEmpty(row));
  const [head, ...rest] = lines;
  if (!head) throw new ListError('empty-file');
  const named = namedColumns(head.row);
  const isHead = !hasAddress(head.row) && Object.keys(named).length > 0;
  const body = isHead ? rest : lines;
  if (body.length === 0) throw new ListError('empty-file');
  if (body.length > mostRows) throw new ListError('too-many-rows');
  const some = body.slice(0, rowsToGuess).map(({ row }) => row);
  const columns = isHead
    ? { email: columnWhere(some, (cell) => cell.includes('@'), new Set()), ...named }
    : guessedColumns(some);
  if (columns.email === undefined) throw new ListError('columns-missing');
  return body.map(({ row, number }) => personOf(row, columns, number));
}
