/** How charts of the portal and of PDFs lay time out; pure. Lengths are in the caller's unit. */

/** Where each moment is between the first and the last, from 0 to 1; a single one is in the middle. Oldest first. */
export function timeShares(times: readonly number[]): number[] {
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0];
  return times.map((at) => (end > start ? (at - start) / (end - start) : 0.5));
}

/**
 * The places nearest to the given ones (least squares) that keep the order, a distance and both ends: what lies close in time
 * stays readable, and everything else stays to scale.
 */
export function keptApart(
  places: readonly number[],
  distance: number,
  [from, to]: readonly [number, number],
): number[] {
  const step = Math.min(distance, places.length > 1 ? (to - from) / (places.length - 1) : 0);
  // without the distance the order alone is left to keep: neighbors that break it share their mean
  const blocks: { sum: number; count: number }[] = [];
  for (const [index, place] of places.entries()) {
    let block = { sum: place - index * step, count: 1 };
    for (
      let last = blocks.at(-1);
      last && last.sum / last.count > block.sum / block.count;
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: last.sum + block.sum, count: last.count + block.count };
    }
    blocks.push(block);
  }
  const most = to - (places.length - 1) * step;
  return blocks
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((place, index) => Math.min(most, Math.max(from, place)) + index * step);
}

const yearOf = (label: string): string => label.slice(-4);
const withoutYear = (label: string): string => label.replace(/,? \d{4}$/, '');

/** Days such as `Nov 2, 2026`, or months such as `Nov 2026`, as an axis writes them: without the year where all are of one. */
export const axisLabels = (days: readonly string[]): string[] =>
  new Set(days.map(yearOf)).size > 1 ? [...days] : days.map(withoutYear);

/** A label along an axis: its middle, and how wide it is. */
export type Label = { middle: number; width: number };

/** Where a label begins that must not leave the axis. */
export const labelStart = ({ middle, width }: Label, room: number): number =>
  Math.max(0, Math.min(room - width, middle - width / 2));

/** Which labels fit beside one another: the last, the first, and of the others those that are farthest from any that is shown. */
export function fittingLabels(labels: readonly Label[], room: number, apart: number): Set<number> {
  const spans = labels.map((label) => ({
    from: labelStart(label, room),
    to: labelStart(label, room) + label.width,
  }));
  const shown: number[] = [];
  const fits = (index: number) =>
    shown.every(
      (other) =>
        spans[index]!.from >= spans[other]!.to + apart || spans[index]!.to <= spans[other]!.from - apart,
    );
  const take = (index: number) => {
    if (index >= 0 && spans[index] && !shown.includes(index) && fits(index)) shown.push(index);
  };
  take(labels.length - 1);
  take(0);
  let rest = labels.map((_, index) => index).filter((index) => !shown.includes(index) && fits(index));
  while (rest.length > 0) {
    const distance = (index: number) =>
      Math.min(...shown.map((other) => Math.abs(labels[index]!.middle - labels[other]!.middle)));
    take(rest.reduce((best, index) => (distance(index) > distance(best) ? index : best)));
    rest = rest.filter((index) => !shown.includes(index) && fits(index));
  }
  return new Set(shown);
}

/** Values outside a scale, one of each run of neighbors: the one that is farthest out. */
export function beyondScale(
  values: readonly number[],
  { from, to }: { from: number; to: number },
): { index: number; above: boolean }[] {
  const side = (value: number) => (value > to ? 1 : value < from ? -1 : 0);
  const found: { index: number; above: boolean }[] = [];
  for (const [index, value] of values.entries()) {
    if (side(value) === 0) continue;
    const above = value > to;
    const last = found.at(-1);
    const sameRun = index > 0 && last !== undefined && side(values[index - 1]!) === side(value);
    if (!sameRun) found.push({ index, above });
    else if (above ? value > values[last.index]! : value < values[last.index]!) last.index = index;
  }
  return found;
}
