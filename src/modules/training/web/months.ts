import { addMonths, monthOf, pacificDay, monthWords, type Day } from '#platform/days.ts';

/** Months to choose from: a year back and two ahead, and the one that holds wherever that is. */
export function monthChoices(held?: Day, now = new Date()): { value: Day; label: string }[] {
  const current = monthOf(pacificDay(now));
  const near = Array.from({ length: 37 }, (_, at) => addMonths(current, at - 12));
  return [...new Set([...(held ? [held] : []), ...near])]
    .toSorted()
    .map((value) => ({ value, label: monthWords(value) }));
}
