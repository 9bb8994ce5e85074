import { HttpFailure } from '#probes/http/answer.ts';
import type { NotTestedReason, Revisit, ScanCoverage, ScanRequest, ScanResult } from '../port.ts';
import { SiteLost } from './drift/recovery.ts';
import type { Findings } from './findings.ts';
import type { Notes } from './notes.ts';
import type { Check } from './rule.ts';
import type { Tally } from './tally.ts';
import { judgeRules, type Ended } from './verdicts.ts';

/** How a scan ends, and what it may say then. */

const unwell =
  'The website stopped answering properly while it was scanned, so the scan was stopped. Checks that were not finished do not count as passed. Scan it again at a quieter time.';

type Signals = { timeUp: AbortSignal; gate: AbortSignal; drift: AbortSignal };

export function noteEarlyEnd(
  error: unknown,
  { timeUp, gate, drift }: Signals,
  notes: Notes,
): NotTestedReason {
  const { reason } = drift as { reason: unknown };
  if (reason instanceof SiteLost) {
    notes.incomplete(reason.message);
    return reason.kind === 'signed-out' ? 'no session' : reason.kind === 'refused' ? 'blocked' : 'incomplete';
  }
  if (gate.aborted) {
    notes.incomplete(unwell);
    return 'incomplete';
  }
  if (timeUp.aborted) notes.skipped('The scan reached its time limit; the remaining checks were left out.');
  else if (error instanceof HttpFailure && error.code === 'budget')
    notes.skipped(`The scan was cut short: ${error.message}`);
  else throw error;
  return 'time';
}

type Given = {
  request: ScanRequest;
  checks: readonly Check[];
  all: readonly Check[];
  tally: Tally;
  findings: Findings;
  ended: Omit<Ended, 'found' | 'hasInputs'>;
  coverage: ScanCoverage;
  operatorNotes: string[];
  revisited: Record<string, Revisit>;
};

/** What a look at one finding is asked about, among the known places. */
export const onlyId = 'only';

export function resultOf(
  { request, checks, all, tally, findings, ended, coverage, operatorNotes, revisited }: Given,
  counts: Pick<ScanResult, 'startedAt' | 'finishedAt' | 'requests' | 'pages'>,
): ScanResult {
  const { only } = request;
  const list = findings.list();
  const judged = judgeRules(checks, all, tally, { ...ended, found: findings.foundRules() });
  const { [onlyId]: ownEnd, ...others } = revisited;
  const isGone = only !== undefined && ownEnd === 'gone' && !findings.foundRules().has(only.rule);
  const isAsked = (rule: string) => !only || rule === only.rule;
  return {
    target: request.url,
    level: request.level,
    ...counts,
    findings: list.filter((finding) => isAsked(finding.rule)),
    passed: isGone ? [only.rule] : judged.passed.filter(isAsked),
    tried: Object.fromEntries(Object.entries(judged.tried).filter(([rule]) => isAsked(rule))),
    notTested: isGone ? [] : judged.notTested.filter(({ rule }) => isAsked(rule)),
    ...(request.known ? { revisited: others } : {}),
    coverage,
    ...(operatorNotes.length === 0 ? {} : { operatorNotes }),
  };
}
