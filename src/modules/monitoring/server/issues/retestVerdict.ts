import { notTestedReasons, type Finding, type ScanResult } from '#providers/scanner/port.ts';
import type { RetestEnd } from './retests.store.ts';

/** Places kept of what a look saw: enough to show what was sent and what came back. */
const placesKept = 3;

/**
 * What a look at one finding came to. It is gone only where its check really ran against the place where it was: not where
 * the website kept the look out, did not answer, or left the check out.
 */
export function retestVerdict(
  finding: { id: string; rule: string; places: readonly { url: string }[] },
  result: Pick<ScanResult, 'findings' | 'passed' | 'coverage' | 'requests' | 'notTested'>,
): RetestEnd {
  const { requests } = result;
  // a check may tell of other places of the same rule; that is another issue
  const seen: Finding | undefined = result.findings.find(({ id }) => id === finding.id);
  if (seen)
    return {
      status: 'still-there',
      reason: '',
      requests,
      seen: { ...seen, places: seen.places.slice(0, placesKept) },
    };
  const { blocked, timedOut, skipped } = result.coverage;
  const unchecked = (reason: string): RetestEnd => ({ status: 'unchecked', reason, requests, seen: null });
  if (blocked[0]) return unchecked(blocked[0]);
  const silent = finding.places.find(({ url }) => timedOut.includes(url));
  if (silent) return unchecked('The address of the issue did not answer in time.');
  const ran =
    result.passed.includes(finding.rule) || result.findings.some(({ rule }) => rule === finding.rule);
  const why = result.notTested?.find(({ rule }) => rule === finding.rule)?.reason;
  if (!ran)
    return unchecked(
      skipped[0] ??
        (why && notTestedReasons[why]) ??
        'The check could not be repeated the way it found the issue.',
    );
  return { status: 'gone', reason: '', requests, seen: null };
}
