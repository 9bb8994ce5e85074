import type { Resolver } from './resolver.ts';
import type { SpfProblemCode, SpfReport, SpfNode } from './spf.ts';
import {
  expandDomain,
  isSpf,
  parseSpf,
  type SpfMechanism,
  type Qualifier,
  type SpfModifier,
  type SpfTerm,
} from './spfSyntax.ts';

const maxMx = 10;
/** A record of nothing but faults is not repeated in full. */
const maxProblems = 100;

type Found = { kind: 'record'; record: string } | { kind: 'none' | 'several' | 'failure' };

type Problem = (code: SpfProblemCode, at: string, term: string | null, message: string) => void;

function makeProblems(report: SpfReport): Problem {
  const seen = new Set<string>();
  return (code, at, term, message) => {
    const key = `${code} ${at} ${term}`;
    if (!seen.has(key) && seen.size < maxProblems) report.problems.push({ code, domain: at, term, message });
    seen.add(key);
  };
}

function makeSpfLookups(resolver: Resolver, report: SpfReport, problem: Problem) {
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

/** Looked up to tell how many there are; after that it is enough. */
export const stopAt = 40;
const maxDepth = 20;
/** A DNS that fails so often will not answer the rest in time either. */
const maxFailures = 3;
/** What a record and all it leads to come to: its end, and whether it lets the whole internet send. */
type Judged = { all: Qualifier | null; everyone: boolean };

export function makeSpfWalk(resolver: Resolver, report: SpfReport) {
  const { domain } = report;
  const problem = makeProblems(report);
  const { find, resolveTerm } = makeSpfLookups(resolver, report, problem);

  async function follow(
    via: 'include' | 'redirect',
    spec: string,
    text: string,
    node: SpfNode,
    path: readonly string[],
  ): Promise<Judged | null> {
    const target = expandDomain(spec, node.domain, domain);
    if (target === null) return null;
    if (path.includes(target) || path.length >= maxDepth) {
      problem('include-loop', node.domain, text, 'it leads back to a record that it came from');
      return null;
    }
    const child: SpfNode = { domain: target, record: null, terms: [], children: [] };
    node.children.push({ via, term: text, node: child });
    const found = await find(target, false);
    if (found.kind === 'none') {
      const code = via === 'include' ? 'include-without-record' : 'redirect-without-record';
      problem(code, node.domain, text, 'the domain it names has no SPF record');
    }
    return found.kind === 'record' ? walk(child, found.record, [...path, target]) : null;
  }

  /** Whether one mechanism lets the whole internet send; null where counting is given up. */
  async function follows(
    term: SpfMechanism,
    node: SpfNode,
    path: readonly string[],
  ): Promise<boolean | null> {
    const passes = term.qualifier === '+';
    if (term.name === 'ip4') return passes && term.cidr4 === 0;
    if (term.name === 'ip6') return passes && term.cidr6 === 0;
    report.lookups += 1;
    const failures = report.problems.filter(({ code }) => code === 'dns-failure').length;
    if (report.lookups > stopAt || failures >= maxFailures) return null;
    if (term.name === 'include')
      return ((await follow('include', term.domain!, term.text, node, path))?.everyone ?? false) && passes;
    if (term.name === 'ptr')
      problem('ptr', node.domain, term.text, 'it is slow and unreliable, and should not be used');
    await resolveTerm(term, node.domain);
    return false;
  }

  function noteSyntax(node: SpfNode, record: string): SpfTerm[] {
    const { terms, errors } = parseSpf(record);
    node.record = record;
    node.terms = terms;
    for (const error of errors) problem('syntax', node.domain, error.term, error.message);
    // The limit of the standard is on the size of the answer (RFC 7208 3.4); much longer ones are not evaluated everywhere.
    if (record.length > 2048)
      problem('too-long', node.domain, null, `the record has ${record.length} characters`);
    return terms;
  }

  async function walk(node: SpfNode, record: string, path: readonly string[]): Promise<Judged> {
    const terms = noteSyntax(node, record);
    const judged: Judged = { all: null, everyone: false };
    for (const [index, term] of terms.entries()) {
      if (term.kind === 'modifier') continue;
      if (term.name === 'all') {
        judged.all = term.qualifier;
        judged.everyone ||= term.qualifier === '+';
        if (terms.slice(index + 1).some((later) => later.kind === 'mechanism'))
          problem('term-after-all', node.domain, term.text, 'what follows it is never looked at');
        break;
      }
      const everyone = await follows(term, node, path);
      if (everyone === null) {
        report.cut = true;
        return judged;
      }
      judged.everyone ||= everyone;
    }
    const redirect = terms.find(
      (term): term is SpfModifier => term.kind === 'modifier' && term.name === 'redirect',
    );
    if (redirect && judged.all !== null)
      problem('redirect-ignored', node.domain, redirect.text, 'it counts for nothing beside “all”');
    else if (redirect) {
      report.lookups += 1;
      const led = await follow('redirect', redirect.value, redirect.text, node, path);
      judged.all = led?.all ?? null;
      judged.everyone ||= led?.everyone ?? false;
    }
    return judged;
  }

  return { find, walk, problem };
}
