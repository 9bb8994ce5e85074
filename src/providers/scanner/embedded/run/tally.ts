import type { ScanResult, NotTestedReason } from '../../port.ts';
import type { Check, Rule } from '../rule.ts';

type Count = {
  /** Places tried on answers like the place's normal one. */
  places: Set<string>;
  /** The same for headers, which every request carries: they are tried whether or not the website reads them. */
  headers: Set<string>;
  /** Places where something refused the requests before the website saw them. */
  refused: Set<string>;
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

export type Ended = {
  /** Rules whose check ran to its end. */
  done: ReadonlySet<Rule>;
  /** Rules that their check could not decide, with the reason. */
  undecided: ReadonlyMap<Rule, NotTestedReason>;
  broken: ReadonlySet<Check>;
  found: ReadonlySet<string>;
  hasContacts: boolean;
  /** Whether a check of points was tried anywhere but in headers. */
  hasInputs: boolean;
  /** Why the scan as a whole ended early; null where it went to its end. */
  cut: NotTestedReason | null;
};

/** Which rules were brought to an end, and which their checks could not decide. */
export function makeLedger(broken: ReadonlySet<Check>) {
  const done = new Set<Rule>();
  const undecided = new Map<Rule, NotTestedReason>();
  return {
    done,
    undecided,
    finished: (check: Check, open: readonly Rule[] = []): void => {
      if (broken.has(check)) return;
      for (const rule of check.rules)
        if (open.includes(rule)) undecided.set(rule, check.undecidedBecause ?? 'does not apply');
        else done.add(rule);
    },
  };
}

function reasonOf(check: Check, rule: Rule, tally: Tally, ended: Ended): NotTestedReason | null {
  const { inputs, refused } = tally.of(rule);
  if (check.needsContacts?.includes(rule) && !ended.hasContacts) return 'no listener';
  const undecided = ended.undecided.get(rule);
  if (undecided) return undecided;
  if (ended.broken.has(check)) return 'check failed';
  if (!ended.done.has(rule)) return ended.cut ?? 'incomplete';
  // Most of its places were refused: what is left is no sample of the website.
  if (refused > inputs) return 'blocked';
  // Headers alone, which every request has, make no sample either.
  if (inputs > 0) return null;
  if (check.needsSession?.includes(rule)) return 'no session';
  return (check.point || check.timed) && !ended.hasInputs ? 'no forms or parameters found' : 'does not apply';
}

export function judgeRules(
  checks: readonly Check[],
  all: readonly Check[],
  tally: Tally,
  given: Omit<Ended, 'hasInputs'>,
): Required<Pick<ScanResult, 'passed' | 'notTested' | 'tried'>> {
  const hasInputs = checks.some(
    (check) => (check.point || check.timed) && check.rules.some((rule) => tally.of(rule).inputs > 0),
  );
  const ended = { ...given, hasInputs };
  const passed: string[] = [];
  const notTested: { rule: string; reason: NotTestedReason }[] = [];
  for (const check of all)
    for (const rule of check.rules) {
      if (ended.found.has(rule.id)) continue;
      const reason = checks.includes(check) ? reasonOf(check, rule, tally, ended) : 'level';
      if (reason === null) passed.push(rule.id);
      else notTested.push({ rule: rule.id, reason });
    }
  return {
    passed: passed.sort(),
    notTested: notTested.sort((a, b) => (a.rule < b.rule ? -1 : 1)),
    tried: tally.all(checks),
  };
}
