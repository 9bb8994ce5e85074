import { inspectDmarc, type DmarcReport } from '#probes/dns/dmarc.ts';
import type { Resolver } from '#probes/dns/resolver.ts';
import type { RatingFinding } from '../../port.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';

/** A policy that is invalid, or that of subdomains, makes the record useless, though RFC 9989 lets reports go on. */
const spoils = new Set(['policy-missing', 'policy-invalid', 'subdomain-policy-invalid']);

const isUsable = ({ status, parsed }: DmarcReport) =>
  status === 'found' && parsed !== null && !parsed.problems.some(({ code }) => spoils.has(code));
const isWhole = ({ parsed }: DmarcReport) =>
  !parsed!.testing && (parsed!.pct === null || parsed!.pct === 100);

/** Whether receivers really act on forged mail. */
export async function enforcesDmarc(resolver: Resolver, domain: string): Promise<boolean> {
  const report = await inspectDmarc(resolver, domain);
  return (
    isUsable(report) &&
    (report.effective === 'quarantine' || report.effective === 'reject') &&
    isWhole(report)
  );
}

function factsOf({ effective, parsed }: DmarcReport): FactId[] {
  const reported = parsed!.reportTo.some(({ valid }) => valid);
  if (effective !== 'reject' && effective !== 'quarantine')
    return [reported ? 'dmarc-none' : 'dmarc-none-unreported'];
  const facts: FactId[] = [];
  if (effective === 'reject') facts.push(reported ? 'dmarc-reject' : 'dmarc-reject-unreported');
  else facts.push(reported ? 'dmarc-quarantine' : 'dmarc-quarantine-unreported');
  if (parsed!.testing) facts.push('dmarc-testing');
  if (parsed!.pct !== null && parsed!.pct < 100) facts.push('dmarc-partial');
  return facts;
}

/** One grade down (references, ratings 3). */
function gradeDown(level: number): number {
  if (level > 85) return 85;
  if (level > 65) return 65;
  return level > 50 ? 50 : 0;
}

/** What receivers are asked to do with forged mail, found by the walk up the tree (RFC 9989). */
export const dmarc: Probe = async ({ reach, subject: { domain } }) => {
  const report = await inspectDmarc(reach.resolver, domain);
  const now = reach.now();
  const asset = `_dmarc.${report.foundAt ?? domain}`;
  const told = report.records.join(' | ');
  const one = (fact: FactId, evidence: string) => measured([makeFinding(fact, asset, evidence, now)]);
  // Where only a name above the domain gives no answer, the domain itself has said that it has none.
  const ownAnswered = report.walked.length > 1;
  if (report.status === 'unanswered' && !ownAnswered)
    return notMeasured('The DNS did not answer for the DMARC record.');
  if (report.status === 'none' || report.status === 'unanswered') {
    const close = report.lookalikes[0];
    return one(
      'dmarc-missing',
      close === undefined ? 'There is no DMARC record.' : `This is no DMARC record: ${close}`,
    );
  }
  if (report.status === 'several') return one('dmarc-several-records', told);
  if (!isUsable(report)) {
    const why = report.parsed?.problems.find(({ code }) => spoils.has(code))?.message ?? 'it cannot be read';
    return one('dmarc-invalid', `${why}: ${told}`);
  }
  const findings: RatingFinding[] = factsOf(report).map((fact) => makeFinding(fact, asset, told, now));
  if (report.weakerSubdomains && !report.inherited) {
    const level = gradeDown(Math.min(...findings.map(({ effect }) => effect.level ?? 100)));
    findings.push(makeFinding('dmarc-weak-subdomains', asset, told, now, { level }));
  }
  return measured(findings);
};
