import type { Report, ReportElement, Snapshot } from '../../entities.ts';

/** What stands for the state of now where days are chosen. */
export const now = 'now';

/** Level of each element at one time; elements that were not finished then are left out. */
export type Levels = Readonly<Record<string, number>>;

/** The levels of a kept day, or those of now. */
export function levelsAt(
  { elements, snapshots }: Pick<Report, 'elements' | 'snapshots'>,
  day: string,
): Levels {
  if (day !== now) return snapshots.find((one) => one.day === day)?.levels ?? {};
  return Object.fromEntries(elements.filter(({ complete }) => complete).map(({ id, level }) => [id, level]));
}

const sameLevels = (a: Levels, b: Levels): boolean => {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => a[id] === b[id]);
};

/** Days that there is something to compare with: the newest is left out where it is what stands now. */
export function comparableDays(report: Pick<Report, 'elements' | 'snapshots'>): Snapshot[] {
  const current = levelsAt(report, now);
  return report.snapshots.filter(
    ({ levels }, index) => Object.keys(levels).length > 0 && !(index === 0 && sameLevels(levels, current)),
  );
}

/** How a level moved, in words; null where it cannot be told. */
export function moveOf(before: number | undefined, after: number | undefined): string | null {
  if (before === undefined || after === undefined) return null;
  if (before === after) return 'No change';
  return after > before ? `Up ${after - before}` : `Down ${before - after}`;
}

/** Elements in the order that they should be worked on: the lowest level first, else as in the model. */
export const weakestFirst = (elements: readonly ReportElement[]): ReportElement[] =>
  elements.filter(({ next }) => next !== null).sort((a, b) => a.level - b.level);
