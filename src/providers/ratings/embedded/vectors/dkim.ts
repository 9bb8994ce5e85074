import { inspectDkim, type DkimKey } from '#probes/dns/dkim.ts';
import type { RatingFinding } from '../../port.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';

const nameOf = ({ type, bits }: DkimKey) =>
  type === 'ed25519' ? 'Ed25519' : `RSA with ${bits ?? 'unknown'} bits`;

function factOf(key: DkimKey, onlyTesting: boolean): FactId {
  if (key.state === 'revoked') return 'dkim-revoked';
  if (key.state === 'malformed') return 'dkim-malformed';
  if (key.type === 'rsa' && (key.bits ?? 0) < 1024) return 'dkim-weak-key';
  if (key.testing && onlyTesting) return 'dkim-testing';
  return key.type === 'rsa' && (key.bits ?? 0) < 2048 ? 'dkim-short-key' : 'dkim-strong';
}

/** Keys under the usual selectors and those that the company entered. */
export const dkim: Probe = async ({ reach, subject: { domain }, dkimSelectors }) => {
  const report = await inspectDkim(reach.resolver, domain, dkimSelectors);
  if (report.keys.length === 0 && report.unanswered.length > report.asked.length / 2)
    return notMeasured('The DNS did not answer for the DKIM keys.');
  const now = reach.now();
  const usable = report.keys.filter(({ state }) => state === 'usable');
  const onlyTesting = usable.length > 0 && usable.every(({ testing }) => testing);
  const findings = report.keys.map((key): RatingFinding => {
    const problem = key.problem === null ? '' : `: ${key.problem}`;
    return makeFinding(
      factOf(key, onlyTesting),
      key.name,
      `${key.state === 'usable' ? nameOf(key) : key.state}${problem}. ${key.record}`,
      now,
    );
  });
  if (findings.every(({ grade }) => grade === 'NEUTRAL'))
    findings.push(
      makeFinding('dkim-none-found', domain, `Looked for under ${report.asked.length} usual names.`, now),
    );
  return measured(findings);
};
