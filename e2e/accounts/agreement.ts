import { expect } from 'vitest';

/** Texts of screens, documents and emails, by the name of each place. */
export type Places = Readonly<Record<string, string>>;

/** One figure, and in each place that has it the words around it; the first group of the expression is the figure. */
export type Figure = { name: string; in: Readonly<Record<string, RegExp>> };

const oneLine = (text: string): string => text.replace(/[\u2060\u200b]/g, '').replace(/\s+/g, ' ');

/** Fails where a place does not show a figure, or where two places show it differently. */
export function expectAgreement(places: Places, figures: readonly Figure[]): void {
  const read = figures.map(({ name, in: expressions }) => ({
    name,
    values: Object.fromEntries(
      Object.entries(expressions).map(([place, expression]) => [
        place,
        expression.exec(oneLine(places[place] ?? ''))?.[1] ?? 'not shown',
      ]),
    ),
  }));
  const disagree = read.filter(
    ({ values }) => new Set(Object.values(values)).size !== 1 || Object.values(values).includes('not shown'),
  );
  expect(disagree).toEqual([]);
}
