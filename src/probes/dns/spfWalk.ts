import type { Resolver } from './resolver.ts';
import type { SpfNode, SpfReport } from './spf.ts';
import { makeProblems, makeSpfLookups } from './spfLookups.ts';
import {
  expandDomain,
  parseSpf,
  type Qualifier,
  type SpfMechanism,
  type SpfModifier,
  type SpfTerm,
} from './spfSyntax.ts';

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

  /** Follows `include` or `redirect`; null when there is nothing to follow. */
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
