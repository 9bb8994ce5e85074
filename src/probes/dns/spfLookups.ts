import type { Resolver } from './resolver.ts';
import type { SpfProblemCode, SpfReport } from './spf.ts';
import { expandDomain, isSpf, type SpfMechanism } from './spfSyntax.ts';

const maxMx = 10;
/** A record of nothing but faults is not repeated in full. */
const maxProblems = 100;

type Found = { kind: 'record'; record: string } | { kind: 'none' | 'several' | 'failure' };

type Problem = (code: SpfProblemCode, at: string, term: string | null, message: string) => void;

/** Adds problems to a report, each once. */
export function makeProblems(report: SpfReport): Problem {
  const seen = new Set<string>();
  return (code, at, term, message) => {
    const key = `${code} ${at} ${term}`;
    if (!seen.has(key) && seen.size < maxProblems) report.problems.push({ code, domain: at, term, message });
    seen.add(key);
  };
}

export function makeSpfLookups(resolver: Resolver, report: SpfReport, problem: Problem) {
  const { domain } = report;

  async function find(at: string, root: boolean): Promise<Found> {
    const answer = await resolver.query(at, 'TXT');
    if (answer.status !== 'records' && answer.status !== 'nodata' && answer.status !== 'nxdomain') {
      problem('dns-failure', at, null, answer.reason ?? 'the DNS does not answer');
      return { kind: 'failure' };
    }
    const records = answer.records.filter(isSpf);
    if (root) {
      report.records = records;
      report.lookalikes = answer.records.filter((text) => !isSpf(text) && /^\W{0,3}v\s?=\s?spf/i.test(text));
    } else if (answer.records.length === 0) report.voidLookups += 1;
    if (records.length > 1) {
      problem('several-records', at, null, `there are ${records.length} records where only one may be`);
      return { kind: 'several' };
    }
    return records[0] === undefined ? { kind: 'none' } : { kind: 'record', record: records[0] };
  }

  async function resolveTerm(term: SpfMechanism, at: string): Promise<void> {
    const name = term.domain === null ? at : expandDomain(term.domain, at, domain);
    if (name === null || term.name === 'ptr') return;
    if (term.name === 'mx') {
      const { status, records } = await resolver.query(name, 'MX');
      if (status === 'nodata' || status === 'nxdomain') report.voidLookups += 1;
      else if (status !== 'records')
        problem('dns-failure', at, term.text, 'the mail servers it names cannot be looked up');
      if (records.length > maxMx)
        problem(
          'too-many-mx',
          at,
          term.text,
          `it leads to ${records.length} mail servers where 10 are the limit`,
        );
      return;
    }
    const v4 = await resolver.query(name, 'A');
    if (v4.status === 'records') return;
    if (v4.status !== 'nodata' && v4.status !== 'nxdomain') {
      problem('dns-failure', at, term.text, 'the address it names cannot be looked up');
      return;
    }
    // `exists` asks for A only; of `a` the other family decides whether a receiver gets nothing (RFC 7208 5.3, 5.7).
    if (
      term.name === 'exists' ||
      v4.status === 'nxdomain' ||
      (await resolver.query(name, 'AAAA')).status !== 'records'
    )
      report.voidLookups += 1;
  }

  return { find, resolveTerm };
}
