import type { RawBuilder } from 'kysely';
import type { OrgScope } from '../ctx.ts';

/**
 * What one module says of itself in a summary: one scalar query, and how its value is read. A reader asks for the parts
 * of all modules in one statement, so a part joins nothing of another module, and costs the same however many rows there are:
 * it reads tallies, or a few rows by an index.
 */
export type SummaryPart<Summary> = {
  /** `(select jsonb_build_object(…) from …)`, in parentheses, one row. Row-level security holds: it sees the organisation's rows only. */
  value: (now: Date) => RawBuilder<unknown>;
  /** `json` as it comes out of JSON: times are text; null where the query found no row. */
  read: (json: unknown, now: Date) => Summary;
};
export type SummaryOf<Part> = Part extends SummaryPart<infer Summary> ? Summary : never;

/** Declares a part; `Json` is what its query gives. */
export const summaryPart = <Json, Summary>(part: {
  value: (now: Date) => RawBuilder<Json>;
  read: (json: Json, now: Date) => Summary;
}): SummaryPart<Summary> => part as SummaryPart<Summary>;

/** Asks several parts at once: one statement, one round trip. */
export async function readSummaries<Parts extends Record<string, SummaryPart<unknown>>>(
  ctx: Pick<OrgScope, 'readValues' | 'now'>,
  parts: Parts,
): Promise<{ [Name in keyof Parts]: SummaryOf<Parts[Name]> }> {
  const now = ctx.now();
  const asked = Object.entries(parts);
  if (asked.length === 0) return {} as never;
  const values = await ctx.readValues(
    Object.fromEntries(asked.map(([name, part]) => [name, part.value(now)])),
  );
  return Object.fromEntries(asked.map(([name, part]) => [name, part.read(values[name], now)])) as never;
}

/** Asks one part alone. */
export const readSummary = async <Summary>(
  ctx: Pick<OrgScope, 'readValues' | 'now'>,
  part: SummaryPart<Summary>,
): Promise<Summary> => (await readSummaries(ctx, { part })).part as Summary;
