import { monthAfter, monthOfInstant, monthWords } from './words.ts';

/** Months to choose from: a year back and two ahead, and the one that holds wherever that is. */
export function monthChoices(held?: string, now = new Date()): { value: string; label: string }[] {
  const current = monthOfInstant(now);
  const near = Array.from({ length: 37 }, (_, at) => monthAfter(current, at - 12));
  return [...new Set([...(held ? [held] : []), ...near])].toSorted().map((value) => ({ value, label: monthWords(value) }));
}
