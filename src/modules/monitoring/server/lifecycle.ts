import type { Finding, FindingSeverity, ScanLevel, ScanResult } from '#providers/scanner/port.ts';

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
};

export type SeenIssue = { finding: Finding; state: 'new' | 'open' | 'reopened'; firstSeen: Date; seenAtLevel: ScanLevel };
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

/**
 * Sets what a scan found against what was known. An issue that is not found again is fixed only where this scan really
 * looked: at least as deep as whatever saw the issue, with that very check carried out, on a site that let it in, and
 * not at an address that did not answer.
 */
export function compareWithKnown(
  known: readonly KnownIssue[],
  result: Pick<ScanResult, 'level' | 'findings' | 'passed' | 'coverage'>,
  at: Date,
): Comparison {
  const before = new Map(known.map((issue) => [issue.id, issue]));
  const found = new Map<string, Finding>();
  for (const finding of result.findings) if (!found.has(finding.id)) found.set(finding.id, finding);

  const seen = [...found.values()].map((finding): SeenIssue => {
    const old = before.get(finding.id);
    if (!old) return { finding, state: 'new', firstSeen: at, seenAtLevel: result.level };
    if (old.state === 'fixed') return { finding, state: 'reopened', firstSeen: old.firstSeen, seenAtLevel: result.level };
    return { finding, state: 'open', firstSeen: old.firstSeen, seenAtLevel: deeper(old.seenAtLevel, result.level) };
  });

  const lookedAt = new Set([...result.passed, ...result.findings.map((finding) => finding.rule)]);
  const silent = new Set(result.coverage.timedOut);
  const mayFix = result.coverage.blocked.length === 0;
  const fixed = known.filter(
    (issue) =>
      mayFix &&
      issue.state === 'open' &&
      !found.has(issue.id) &&
      lookedAt.has(issue.rule) &&
      isAsDeep(result.level, issue.seenAtLevel) &&
      !issue.urls.some((url) => silent.has(url)),
  );
  return { seen, fixed };
}
