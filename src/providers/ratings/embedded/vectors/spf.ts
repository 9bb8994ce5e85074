import { inspectSpf, maxLookups, maxVoidLookups, type SpfReport } from '#probes/dns/spf.ts';
import type { RatingFinding } from '../../port.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';
import { mailHosts } from '../look/mailServers.ts';
import type { Reach } from '../look/reach.ts';
import { enforcesDmarc } from './dmarc.ts';

/** What becomes of all other senders. */
async function endOf(report: SpfReport, reach: Reach): Promise<FactId | null> {
  const { all, domain } = report;
  if (report.passesEveryone) return 'spf-pass-all';
  if (all === '?') return 'spf-neutral-end';
  if (all === '~')
    return (await enforcesDmarc(reach.resolver, domain)) ? 'spf-soft-fail-enforced' : 'spf-soft-fail';
  if (all === '-') {
    const takesNoMail = report.sendsNothing && (await mailHosts(reach, domain)) === null;
    return takesNoMail ? 'spf-no-mail' : 'spf-hard-fail';
  }
  return report.status === 'valid' ? 'spf-no-end' : null;
}

/** The SPF policy with everything that it leads to (RFC 7208). */
export const spf: Probe = async ({ reach, subject: { domain } }) => {
  const report = await inspectSpf(reach.resolver, domain);
  if (report.status === 'temperror')
    return notMeasured('The DNS did not answer for the SPF record or for one that it leads to.');
  const now = reach.now();
  const findings: RatingFinding[] = [];
  const add = (id: FactId, evidence: string) => findings.push(makeFinding(id, domain, evidence, now));
  const record = report.records[0] ?? '';
  if (report.status === 'none') {
    const close = report.lookalikes[0];
    add(
      'spf-missing',
      close === undefined
        ? 'There is no TXT record that begins with v=spf1.'
        : `This is no SPF record: ${close}`,
    );
    return measured(findings);
  }
  if (report.records.length > 1) {
    add('spf-several-records', report.records.join(' | '));
    return measured(findings);
  }
  if (report.lookups > maxLookups)
    add('spf-too-many-lookups', `${report.cut ? 'More than ' : ''}${report.lookups} look-ups: ${record}`);
  if (report.voidLookups > maxVoidLookups)
    add('spf-too-many-voids', `${report.voidLookups} of the names do not exist: ${record}`);
  const counted = new Set(['too-many-lookups', 'too-many-void-lookups']);
  const broken = report.problems.filter(({ code }) => !counted.has(code));
  if (report.status === 'permerror' && broken.length > 0 && findings.length === 0) {
    const [first] = broken;
    add(
      'spf-invalid',
      `${first!.domain}: ${first!.term === null ? '' : `${first!.term}, `}${first!.message}`,
    );
  }
  const end = await endOf(report, reach);
  if (end) add(end, record);
  return measured(findings);
};
