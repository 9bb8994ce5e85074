import { shownTime } from '#platform/dates.ts';
import { oneLine } from '#platform/text.ts';
import { industryLabel } from '#modules/organization/contract.ts';
import { goalWords, valueWords } from './valueWords.ts';
import { acts } from './actWords.ts';
import { tables, type Kind } from './words.ts';
import { events } from './eventWords.ts';

/** An entry as the log keeps it. */
export type RawEntry = {
  act: string;
  subject: string;
  /** What people call the thing; null where it has no name, or none any more. */
  name: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type Change = { label: string; before: string | null; after: string | null };

const rowActs = ['insert', 'update', 'delete'] as const;
type RowAct = (typeof rowActs)[number];
const isRowAct = (act: string): act is RowAct => (rowActs as readonly string[]).includes(act);
const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** `some_column`, `some-act` or `someField` as words, for what has none of its own. */
const spaced = (name: string): string =>
  oneLine(
    name
      .replaceAll(/[_-]+/g, ' ')
      .replaceAll(/([a-z])([A-Z])/g, (_all, end, begin) => `${end} ${begin.toLowerCase()}`),
  );
const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const kindOf = ({ act, subject }: Pick<RawEntry, 'act' | 'subject'>): Kind | null =>
  (isRowAct(act) ? own(tables, subject)?.kind : own(acts, act)?.kind) ?? null;

/** `name, address and scan level`, or `name, address and 3 more` */
function list(labels: string[]): string {
  const shown = labels.length > 3 ? [...labels.slice(0, 2), `${labels.length - 2} more`] : labels;
  return shown.length < 2 ? (shown[0] ?? 'details') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const labelOf = (subject: string, column: string): string | null => {
  const label = own(own(tables, subject)?.columns ?? {}, column);
  return label === undefined ? spaced(column) : label;
};

function eventOf({ subject, before, after }: RawEntry): string | undefined {
  const is = (column: string, value: unknown) =>
    Object.hasOwn(after ?? {}, column) && (value === undefined || after![column] === value);
  return events.find(
    (event) =>
      event.table === subject &&
      is(event.column, event.value) &&
      (event.from === undefined || before?.[event.column] === event.from),
  )?.words;
}

/** What was done, as a sentence without its subject: `Removed administrator bo@example.com`. */
export function sentenceOf(entry: RawEntry): string {
  const { act, subject, before, after } = entry;
  const words = own(tables, subject);
  const name = oneLine(entry.name ?? '') || (words?.kind === 'websites' ? 'a website that was removed' : '');
  const fill = (template: string, columns = '') =>
    oneLine(
      template.replace(/\{(name|columns)\}/g, (_all, part: string) => (part === 'name' ? name : columns)),
    );
  if (!isRowAct(act)) {
    const known = own(acts, act);
    return known ? fill(known.words) : sentence(oneLine(`${spaced(act)} ${name}`));
  }
  if (!words)
    return sentence(
      oneLine(`${{ insert: 'added', update: 'changed', delete: 'removed' }[act]} ${spaced(subject)} ${name}`),
    );
  if (act !== 'update') return fill(words[act]);
  const columns = Object.keys(after ?? before ?? {})
    .map((column) => labelOf(subject, column))
    .filter((label) => label !== null);
  return fill(eventOf(entry) ?? words.update, list(columns));
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

function goalsText(goals: Record<string, unknown>): string {
  const chosen = Object.entries(goalWords).filter(([name]) => goals[name] === true);
  const other = typeof goals.otherGoals === 'string' ? goals.otherGoals : '';
  return [...chosen.map(([, label]) => label), ...(other ? [`“${other}”`] : [])].join('; ');
}

/** A kept value as people read it; null for nothing. */
export function valueText(column: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    const known = own(valueWords[column] ?? {}, text);
    if (known !== undefined) return known;
    if (column === 'industry') return industryLabel(text);
    return instant.test(text) && !Number.isNaN(Date.parse(text)) ? shownTime(text) : text;
  }
  if (Array.isArray(value))
    return (
      value
        .map((one) => valueText(column, one))
        .filter((one) => one !== null)
        .join(', ') || null
    );
  return (
    (column === 'org_goals' ? goalsText(value as Record<string, unknown>) : JSON.stringify(value)) || null
  );
}

/** Old and new values, column by column; what says nothing to people is left out. */
export function changesOf({ subject, before, after }: RawEntry): Change[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return columns.flatMap((column) => {
    const label = labelOf(subject, column);
    if (label === null) return [];
    const change = {
      label: sentence(label),
      before: valueText(column, before?.[column]),
      after: valueText(column, after?.[column]),
    };
    return change.before === null && change.after === null ? [] : [change];
  });
}

/** Acts whose words hold a text, so that one can search for what the log says and not only for what it keeps. */
export function actsSaying(text: string): { rows: string[]; acts: string[] } {
  const wanted = text.toLowerCase();
  const says = (words: string) =>
    words
      .replaceAll(/\{\w+\}/g, ' ')
      .toLowerCase()
      .includes(wanted);
  return {
    rows: Object.entries(tables).flatMap(([table, words]) =>
      rowActs.filter((act) => says(words[act])).map((act) => `${act} ${table}`),
    ),
    acts: Object.entries(acts)
      .filter(([, { words }]) => says(words))
      .map(([act]) => act),
  };
}

/** What the filter of a kind finds: tables, and acts that are no change of a row. */
export const kindParts = (kind: Kind): { tables: string[]; acts: string[] } => ({
  tables: Object.entries(tables)
    .filter(([, words]) => words.kind === kind)
    .map(([table]) => table),
  acts: Object.entries(acts)
    .filter(([, words]) => words.kind === kind)
    .map(([act]) => act),
});
