import { toDay, type Day } from '#platform/days.ts';

const names = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const dayOf = (year: number, month: number): Day | null =>
  month >= 1 && month <= 12 && year >= 1000 ? toDay(`${year}-${String(month).padStart(2, '0')}-01`) : null;

/** Ways in which people write a month; each gives year and month. */
const ways: [RegExp, (parts: string[]) => [year: string, month: string]][] = [
  [/^(\d{4})[-/.](\d{1,2})$/, ([year, month]) => [year!, month!]],
  [/^(\d{4})-(\d{1,2})-\d{1,2}(?:[T ].*)?$/, ([year, month]) => [year!, month!]],
  [/^(\d{1,2})[-/.](\d{4})$/, ([month, year]) => [year!, month!]],
  [/^(\d{1,2})\/\d{1,2}\/(\d{4})$/, ([month, year]) => [year!, month!]],
  [/^\d{1,2}\.(\d{1,2})\.(\d{4})$/, ([month, year]) => [year!, month!]],
];

/** The month that a text means, `2026-03`, `03/2026` or `March 2026`; null where it means none. */
export function readMonth(text: string): Day | null {
  const plain = text.trim();
  for (const [form, partsOf] of ways) {
    const found = form.exec(plain);
    if (!found) continue;
    const [year, month] = partsOf(found.slice(1));
    return dayOf(Number(year), Number(month));
  }
  const word = /^([a-z]{3,9})\.?[\s,-]*(\d{4}|\d{2})$/i.exec(plain);
  if (!word) return null;
  const month = names.findIndex((name) => name.startsWith(word[1]!.toLowerCase())) + 1;
  return dayOf(Number(word[2]!.length === 2 ? `20${word[2]}` : word[2]), month);
}
