import { isDay } from '#platform/days.ts';
import type { GivenValue, GivenValues, ValueSpec } from './document.ts';

/** Nothing was given: a default stands in. A list that was emptied was given, and is empty. */
const isLeftOut = (value: GivenValue | undefined): value is null | undefined | '' =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The values that hold: those given, and for what was left out the defaults. */
export function holdingValues(
  specs: readonly ValueSpec[],
  given: GivenValues,
  defaults: GivenValues,
): GivenValues {
  const own = (values: GivenValues, key: string) => (Object.hasOwn(values, key) ? values[key] : undefined);
  return Object.fromEntries(
    specs.map(({ key }) => {
      const value = own(given, key);
      return [key, (isLeftOut(value) ? own(defaults, key) : value) ?? null];
    }),
  );
}

export const isEmpty = (value: GivenValue | undefined): boolean =>
  isLeftOut(value) || (Array.isArray(value) && value.length === 0);

/** Required values that are empty, of values that hold. */
export const missingValues = (specs: readonly ValueSpec[], values: GivenValues): ValueSpec[] =>
  specs.filter(({ key, required }) => required && isEmpty(values[key]));

const longest = { text: 300, longtext: 4000, email: 254, choice: 300 } as const;
const isAddress = (text: string): boolean => /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(text);

function textProblem(spec: ValueSpec & { type: keyof typeof longest }, value: GivenValue): string | null {
  if (typeof value !== 'string') return 'Please enter a text.';
  const most = longest[spec.type];
  if (value.length > most) return `Use at most ${most.toLocaleString('en-US')} characters.`;
  if (spec.type === 'email' && !isAddress(value.trim())) return 'Please enter a valid email address.';
  if (spec.type === 'choice' && !spec.custom && !spec.options.includes(value))
    return 'Please choose one of the options.';
  return null;
}

function wholeProblem(value: unknown, min: number, max: number): string | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? null
    : `Please enter a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`;
}

function choicesProblem(spec: ValueSpec & { type: 'multichoice' }, value: GivenValue): string | null {
  const isText = (one: unknown): one is string =>
    typeof one === 'string' && one.trim() !== '' && one.length <= 300;
  if (!Array.isArray(value) || value.length > 40 || !(value as unknown[]).every(isText))
    return 'Please choose from the options.';
  const strange = (value as string[]).some((one) => !spec.options.includes(one));
  return strange && !spec.custom ? 'Please choose from the options.' : null;
}

function rowsProblem(spec: ValueSpec & { type: 'table' }, value: GivenValue): string | null {
  if (!Array.isArray(value) || value.length > 60) return 'Use at most 60 rows.';
  for (const [i, row] of (value as unknown[]).entries()) {
    if (typeof row !== 'object' || row === null) return `Row ${i + 1} is not complete.`;
    for (const { key, label, type } of spec.columns) {
      const cell = Object.hasOwn(row, key) ? (row as Record<string, unknown>)[key] : undefined;
      if (cell === undefined || cell === '') return `Row ${i + 1}: ${label} is empty.`;
      if (type === 'text' && (typeof cell !== 'string' || cell.length > 300))
        return `Row ${i + 1}: ${label} is too long.`;
      if (
        type === 'integer' &&
        (typeof cell !== 'number' || !Number.isInteger(cell) || cell < 0 || cell > 100_000)
      )
        return `Row ${i + 1}: ${label} must be a whole number.`;
    }
  }
  return null;
}

/** What is wrong with a value that was given; null when nothing is, or nothing was given. */
export function valueProblem(spec: ValueSpec, value: GivenValue | undefined): string | null {
  if (isLeftOut(value)) return null;
  switch (spec.type) {
    case 'text':
    case 'longtext':
    case 'email':
    case 'choice':
      return textProblem(spec, value);
    case 'integer':
      return wholeProblem(value, spec.min, spec.max);
    case 'multichoice':
      return choicesProblem(spec, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Please choose yes or no.';
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : 'Please enter a day.';
    case 'table':
      return rowsProblem(spec, value);
    default:
      return null;
  }
}
