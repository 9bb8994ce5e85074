import { inspectDnssec, type DnssecReport } from '#probes/dns/dnssec.ts';
import { matchesDs } from '#probes/dns/dnssecKeys.ts';
import type { Resolver } from '#probes/dns/resolver.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';

type Verdict = { fact: FactId; evidence: string };

function verdictOf(report: DnssecReport): Verdict | null {
  const problems = report.problems.map(({ code, about }) => `${code} (${about})`).join(', ');
  const algorithms = [...new Set(report.keys.map(({ algorithmName }) => algorithmName))].join(', ');
  switch (report.status) {
    case 'signed':
      return report.weak
        ? { fact: 'dnssec-weak-algorithm', evidence: problems }
        : {
            fact: 'dnssec-signed',
            evidence: `${algorithms}; signed until ${report.validUntil?.toISOString().slice(0, 10) ?? 'unknown'}.`,
          };
    case 'unverifiable':
      return { fact: 'dnssec-weak-algorithm', evidence: algorithms };
    case 'unsigned':
      return { fact: 'dnssec-unsigned', evidence: `${report.zone} has neither keys nor a DS record.` };
    case 'no-ds':
      return {
        fact: 'dnssec-no-ds',
        evidence: `${report.zone} has keys (${algorithms}), but its parent has no DS record.`,
      };
    case 'mismatch':
      return { fact: 'dnssec-mismatch', evidence: problems };
    default:
      return null;
  }
}

const answered = (status: string) => ['records', 'nodata', 'nxdomain'].includes(status);

/** Keys and DS alone, where the DNS server tells no zone or passes no signatures on: what they say still counts. */
async function verdictOfKeys(resolver: Resolver, zone: string): Promise<Verdict | null> {
  const [keys, ds] = await Promise.all([
    resolver.query(zone, 'DNSKEY', { dnssec: true }),
    resolver.query(zone, 'DS', { dnssec: true }),
  ]);
  if (!answered(keys.status) || !answered(ds.status)) return null;
  if (keys.records.length === 0 && ds.records.length === 0)
    return { fact: 'dnssec-unsigned', evidence: `${zone} has neither keys nor a DS record.` };
  if (ds.records.length === 0)
    return { fact: 'dnssec-no-ds', evidence: `${zone} has keys, but its parent has no DS record.` };
  const matches = ds.records
    .slice(0, 20)
    .flatMap((record) => keys.records.slice(0, 20).map((key) => matchesDs(zone, key, record)));
  if (matches.includes(true))
    return {
      fact: 'dnssec-signed',
      evidence: 'The DS record names a key of the zone; our DNS server passes no signatures on.',
    };
  return matches.includes(null)
    ? null
    : { fact: 'dnssec-mismatch', evidence: 'The DS record names no key of the zone.' };
}

/** DNSSEC of the domain's zone, its signatures verified. */
export const dnssec: Probe = async ({ reach, subject: { domain } }) => {
  const report = await inspectDnssec(reach.resolver, domain, reach.now);
  const verdict = verdictOf(report) ?? (await verdictOfKeys(reach.resolver, report.zone ?? domain));
  if (!verdict)
    return notMeasured(`DNSSEC could not be checked: ${report.reason ?? 'the DNS did not answer'}.`);
  return measured([makeFinding(verdict.fact, report.zone ?? domain, verdict.evidence, reach.now())]);
};
