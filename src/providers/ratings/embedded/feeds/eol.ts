import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const file = new URL('../../../../../content/ratings/eol.yaml', import.meta.url);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const eolSchema = z.strictObject({
  asOf: day,
  products: z.record(
    z.string().regex(/^[a-z0-9-]+$/),
    z.strictObject({
      name: z.string().min(1),
      cycles: z.record(z.string().regex(/^\d+(\.\d+)*$/), z.union([day, z.literal('supported')])),
    }),
  ),
});
export type EolTable = z.infer<typeof eolSchema>;

/** Reads the table of `content/ratings`. Throws, naming the place, when it does not fit. */
export function readEolTable(): EolTable {
  return eolSchema.parse(parse(readFileSync(file, 'utf8')));
}

let own: EolTable | undefined;

export type Support =
  | { state: 'supported' }
  | { state: 'ended'; cycle: string; on: string }
  /** A product or a line that the table does not tell about. */
  | { state: 'unknown' };

const numbers = (version: string) => version.split('.').map(Number);

function compare(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const begins = (version: readonly number[], cycle: readonly number[]) =>
  cycle.length <= version.length && cycle.every((number, index) => number === version[index]);

/** Exim counts 4.80 to 4.89 as one line, written 4.8: a last part of one digit stands for its tens there. */
function tens(product: string, version: readonly number[]): readonly number[] {
  const [major, minor] = version;
  return product === 'exim' && major !== undefined && minor !== undefined && minor >= 10 && minor < 90
    ? [major, Math.floor(minor / 10)]
    : version;
}

/** Whether a version of a product is still kept safe on a day. A version older than all that is listed ended with the oldest. */
export function supportOf(
  product: string,
  version: string,
  at: Date,
  table: EolTable = (own ??= readEolTable()),
): Support {
  const cycles = table.products[product]?.cycles;
  if (!cycles) return { state: 'unknown' };
  const wanted = tens(product, numbers(version));
  const known = Object.entries(cycles)
    .map(([cycle, end]) => ({ cycle, end, parts: numbers(cycle) }))
    .toSorted((one, other) => compare(one.parts, other.parts));
  const line = known
    .filter(({ parts }) => begins(wanted, parts))
    .toSorted((one, other) => other.parts.length - one.parts.length)[0];
  // A line that is not listed lies between two that are: it ended no later than the next one above it.
  const next = line ?? known.find(({ parts }) => compare(parts, wanted) > 0);
  if (!next) return { state: 'unknown' };
  if (next.end !== 'supported' && Date.parse(next.end) < at.getTime())
    return { state: 'ended', cycle: next.cycle, on: next.end };
  return line ? { state: 'supported' } : { state: 'unknown' };
}
