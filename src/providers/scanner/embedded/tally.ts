import type { ScanResult } from '../port.ts';
import type { Check, Rule } from './rule.ts';

/** How often something was tried for a rule, and at how many places. */

type Count = {
  /** Places tried on answers like the place's normal one. */
  places: Set<string>;
  /** The same for headers, which every request carries: they are tried whether or not the website reads them. */
  headers: Set<string>;
  /** Places where something refused the requests before the website saw them. */
  refused: Set<string>;
  /** Answers that were only looked at. */
  looked: number;
  requests: number;
};

type Counts = Map<string, Count>;

const empty = (): Count => ({
  places: new Set(),
  headers: new Set(),
  refused: new Set(),
  looked: 0,
  requests: 0,
});

// Addresses are counted one by one up to here.
const mostPlaces = 50_000;

export type Tally = {
  looked: (rules: readonly Rule[]) => void;
  /** Requests that were sent at a place, and whether they were answered as usual; null is no place of its own. */
  tried: (
    rules: readonly Rule[],
    place: string | null,
    sent: { requests: number; normal?: boolean; isHeader?: boolean },
  ) => void;
  /** True for the first caller with this key, and again where what was tried since was discarded. */
  once: (key: string) => boolean;
  /** What was counted since the last call stands: the website still answered as usual afterwards. */
  commit: () => void;
  /** What was counted since the last commit is repeated. */
  discard: () => void;
  /** `inputs` are the places without headers. */
  of: (rule: Rule) => { places: number; inputs: number; requests: number; refused: number };
  wasTriedAt: (rule: Rule, place: string) => boolean;
  all: (checks: readonly Check[]) => NonNullable<ScanResult['tried']>;
};

export function makeTally(): Tally {
  const kept: Counts = new Map();
  const staged: Counts = new Map();
  const keys = new Set<string>();
  let stagedKeys: string[] = [];

  const at = (counts: Counts, rule: Rule): Count => {
    let count = counts.get(rule.id);
    if (!count) counts.set(rule.id, (count = empty()));
    return count;
  };
  const of = (rule: Rule) => {
    const count = kept.get(rule.id) ?? empty();
    let refused = 0;
    for (const place of count.refused)
      if (!count.places.has(place) && !count.headers.has(place)) refused += 1;
    const inputs = count.places.size + count.looked;
    return { places: inputs + count.headers.size, inputs, requests: count.requests, refused };
  };

  return {
    looked: (rules) => {
      for (const rule of rules) at(staged, rule).looked += 1;
    },
    tried: (rules, place, { requests, normal = true, isHeader = false }) => {
      for (const rule of rules) {
        const count = at(staged, rule);
        count.requests += requests;
        if (place === null || count.places.size >= mostPlaces) continue;
        (!normal ? count.refused : isHeader ? count.headers : count.places).add(place);
      }
    },
    once: (key) => {
      if (keys.has(key)) return false;
      keys.add(key);
      stagedKeys.push(key);
      return true;
    },
    commit: () => {
      for (const [id, { places, headers, refused, looked, requests }] of staged) {
        let count = kept.get(id);
        if (!count) kept.set(id, (count = empty()));
        for (const place of places) count.places.add(place);
        for (const place of headers) count.headers.add(place);
        for (const place of refused) count.refused.add(place);
        count.looked += looked;
        count.requests += requests;
      }
      staged.clear();
      stagedKeys = [];
    },
    discard: () => {
      staged.clear();
      for (const key of stagedKeys) keys.delete(key);
      stagedKeys = [];
    },
    of,
    wasTriedAt: (rule, place) => {
      const count = kept.get(rule.id);
      return count !== undefined && (count.places.has(place) || count.headers.has(place));
    },
    all: (checks) => {
      const tried: NonNullable<ScanResult['tried']> = {};
      for (const rule of checks.flatMap((check) => check.rules)) {
        const { places, requests } = of(rule);
        if (places > 0) tried[rule.id] = { places, requests };
      }
      return tried;
    },
  };
}
