import type { NotTestedReason, ScanResult } from '../port.ts';
import type { Check, Rule } from './rule.ts';
import type { Tally } from './tally.ts';

export type Ended = {
  /** Rules whose check ran to its end. */
  done: ReadonlySet<Rule>;
  /** Rules that their check could not decide, with the reason. */
  undecided: ReadonlyMap<Rule, NotTestedReason>;
  broken: ReadonlySet<Check>;
  found: ReadonlySet<string>;
  /** Whether the server can contact the scan. */
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

/** Sorts all rules that found nothing into passed and not tested. */
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
