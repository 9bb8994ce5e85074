import type { Finding, FindingSeverity, ScanLevel, ScanResult } from '#providers/scanner/port.ts';

/** What a person decided about an issue, as it is kept. ISO instants. */
export type Decision = {
  kind: 'accepted' | 'false-positive';
  reason: string;
  by: string;
  at: string;
  until: string | null;
};

/** What is known of an issue before a scan. */
export type KnownIssue = {
  id: string;
  rule: string;
  state: 'open' | 'fixed';
  severity: FindingSeverity;
  firstSeen: Date;
  /** Deepest level that has seen it since it opened. */
  seenAtLevel: ScanLevel;
  /** Where the newest scan saw it. */
  urls: readonly string[];
  /** Holds whether the issue is there or not; `severity` is how severe it was then. */
  decision: (Decision & { severity: FindingSeverity }) | null;
  /** A false alarm that became more severe and was not decided about since. */
  secondLook: boolean;
};

export type SeenIssue = {
  finding: Finding;
  state: 'new' | 'open' | 'reopened';
  firstSeen: Date;
  seenAtLevel: ScanLevel;
  /** The decision because of which it does not count as open. */
  decision: Decision | null;
  /** This scan found a false alarm to be more severe than it was when somebody called it one. */
  raised: boolean;
};
export type Comparison = { seen: SeenIssue[]; fixed: KnownIssue[] };

/** What each level looks at, beside itself: everything that these look at too. */
const covers: Record<ScanLevel, readonly ScanLevel[]> = {
  lightning: ['sandbox_lightning'],
  sandbox_lightning: ['lightning'],
  safe: ['lightning', 'sandbox_lightning'],
  normal: ['safe', 'lightning', 'sandbox_lightning', 'sandbox_normal'],
  sandbox_normal: ['normal', 'safe', 'lightning', 'sandbox_lightning'],
  full: ['normal', 'safe', 'lightning', 'sandbox_lightning', 'sandbox_normal', 'log4shell'],
  log4shell: [],
};
const isAsDeep = (level: ScanLevel, as: ScanLevel) => level === as || covers[level].includes(as);
const deeper = (a: ScanLevel, b: ScanLevel): ScanLevel => (isAsDeep(b, a) ? b : a);

const ranks: Record<FindingSeverity, number> = { low: 1, medium: 2, high: 3 };

/**
 * What a decision means for an issue that is seen now. An accepted risk stays accepted until its date, whatever became of
 * it; a false alarm is looked at again when it comes back more severe.
 */
function judge(
  { decision, secondLook }: Pick<KnownIssue, 'decision' | 'secondLook'>,
  severity: FindingSeverity,
  at: Date,
) {
  if (!decision) return { decision: null, raised: false };
  const { severity: then, ...kept } = decision;
  if (decision.kind === 'accepted')
    return { decision: new Date(decision.until!) > at ? kept : null, raised: false };
  const raised = !secondLook && ranks[severity] > ranks[then];
  return { decision: secondLook || raised ? null : kept, raised };
}

/**
 * Sets what a scan found against what was known. An issue that is not found again is fixed only where this scan really
 * looked: at least as deep as whatever saw the issue, on a site that let it in until the end, and with the issue's own places
 * tried again on normal answers or gone. A scanner that does not say so much is taken at its word about the check as a whole.
 */
export function compareWithKnown(
  known: readonly KnownIssue[],
  result: Pick<ScanResult, 'level' | 'findings' | 'passed' | 'coverage' | 'revisited'>,
  at: Date,
): Comparison {
  const before = new Map(known.map((issue) => [issue.id, issue]));
  const found = new Map<string, Finding>();
  for (const finding of result.findings) if (!found.has(finding.id)) found.set(finding.id, finding);

  const seen = [...found.values()].map((finding): SeenIssue => {
    const old = before.get(finding.id);
    if (!old)
      return {
        finding,
        state: 'new',
        firstSeen: at,
        seenAtLevel: result.level,
        decision: null,
        raised: false,
      };
    const known = { finding, firstSeen: old.firstSeen, ...judge(old, finding.severity, at) };
    if (old.state === 'fixed') return { ...known, state: 'reopened', seenAtLevel: result.level };
    return { ...known, state: 'open', seenAtLevel: deeper(old.seenAtLevel, result.level) };
  });

  const lookedAt = new Set([...result.passed, ...result.findings.map((finding) => finding.rule)]);
  const silent = new Set(result.coverage.timedOut);
  const mayFix = result.coverage.blocked.length === 0 && result.coverage.incomplete === undefined;
  const { revisited } = result;
  const wasTried = ({ id, rule }: KnownIssue) =>
    revisited ? revisited[id] === 'tried' || revisited[id] === 'gone' : lookedAt.has(rule);
  const fixed = known.filter(
    (issue) =>
      mayFix &&
      issue.state === 'open' &&
      !found.has(issue.id) &&
      wasTried(issue) &&
      isAsDeep(result.level, issue.seenAtLevel) &&
      !issue.urls.some((url) => silent.has(url)),
  );
  return { seen, fixed };
}

/** Issues that count: everything but what somebody decided about. */
export const undecided = (seen: readonly SeenIssue[]): SeenIssue[] =>
  seen.filter((issue) => issue.decision === null);
/** A false alarm that is gone was never there to be fixed. */
export const trulyFixed = (fixed: readonly KnownIssue[]): KnownIssue[] =>
  fixed.filter((issue) => issue.decision?.kind !== 'false-positive' || issue.secondLook);
