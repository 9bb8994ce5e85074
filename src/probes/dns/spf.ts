import {
  expandDomain,
  isSpf,
  parseSpf,
  type Qualifier,
  type SpfMechanism,
  type SpfModifier,
  type SpfTerm,
} from './spfSyntax.ts';
import type { Resolver } from './resolver.ts';

export type SpfProblemCode =
  | 'several-records'
  | 'syntax'
  | 'too-many-lookups'
  | 'too-many-void-lookups'
  | 'too-many-mx'
  | 'include-without-record'
  | 'redirect-without-record'
  | 'include-loop'
  | 'dns-failure'
  | 'term-after-all'
  | 'redirect-ignored'
  | 'ptr'
  | 'too-long';

export type SpfProblem = {
  code: SpfProblemCode;
  /** Domain whose record it is about. */
  domain: string;
  /** The term as published, where one is meant: text of others. */
  term: string | null;
  /** One sentence part in our words. */
  message: string;
};

export type SpfNode = {
  domain: string;
  /** Null where there is no single record. */
  record: string | null;
  terms: SpfTerm[];
  /** Records that `include` and `redirect` lead to. */
  children: { via: 'include' | 'redirect'; term: string; node: SpfNode }[];
};

export type SpfReport = {
  domain: string;
  /**
   * `none`: no record. `valid`: a receiver can evaluate it. `permerror`: it cannot, for good. `temperror`: the DNS did
   * not answer, so that nothing is known.
   */
  status: 'none' | 'valid' | 'permerror' | 'temperror';
  /** Every record that begins with `v=spf1`, as published. */
  records: string[];
  /** Records that were probably meant as SPF but are none, such as `v=spf1;` or ` v=spf1`. */
  lookalikes: string[];
  /** What happens to everybody else: the qualifier of `all`, through redirects too; null when the record just ends. */
  all: Qualifier | null;
  /** It lets the whole internet send: by `+all`, `ip4:0.0.0.0/0`, or an include of a record that does. */
  passesEveryone: boolean;
  /** `v=spf1 -all` alone: the domain says that it sends no mail. */
  sendsNothing: boolean;
  /**
   * Terms that cost a DNS question, over all records together, at most 10 (RFC 7208 4.6.4). All terms are counted, as
   * for a sender that no earlier term matches.
   */
  lookups: number;
  /** Questions that were answered with nothing, at most 2. */
  voidLookups: number;
  /** Counting was given up, so that both numbers may be too low. */
  cut: boolean;
  problems: SpfProblem[];
  tree: SpfNode;
};

export const maxLookups = 10;
export const maxVoidLookups = 2;
const maxMx = 10;
/** Looked up to tell how many there are; after that it is enough. */
const stopAt = 40;
const maxDepth = 20;
/** A DNS that fails so often will not answer the rest in time either. */
const maxFailures = 3;
/** A record of nothing but faults is not repeated in full. */
const maxProblems = 100;

/** What makes evaluation impossible; the rest is only worth knowing. */
const permanent: ReadonlySet<SpfProblemCode> = new Set([
  'several-records',
  'syntax',
  'too-many-lookups',
  'too-many-void-lookups',
  'too-many-mx',
  'include-without-record',
  'redirect-without-record',
  'include-loop',
]);

type Found = { kind: 'record'; record: string } | { kind: 'none' | 'several' | 'failure' };

/**
 * Measures the SPF policy of a domain: its record and all that this leads to, without any particular sender
 * (RFC 7208). Rejects only with the resolver's abort reason.
 */
export async function inspectSpf(resolver: Resolver, domain: string): Promise<SpfReport> {
  const report: SpfReport = {
    domain,
    status: 'valid',
    records: [],
    lookalikes: [],
    all: null,
    passesEveryone: false,
    sendsNothing: false,
    lookups: 0,
    voidLookups: 0,
    cut: false,
    problems: [],
    tree: { domain, record: null, terms: [], children: [] },
  };
  const seen = new Set<string>();
  function problem(code: SpfProblemCode, at: string, term: string | null, message: string) {
    const key = `${code} ${at} ${term}`;
    if (!seen.has(key) && seen.size < maxProblems) report.problems.push({ code, domain: at, term, message });
    seen.add(key);
  }

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

  /** Asks what a receiver would ask for `a`, `mx` and `exists`. */
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

  async function walk(node: SpfNode, record: string, path: readonly string[]): Promise<Judged> {
    const { terms, errors } = parseSpf(record);
    node.record = record;
    node.terms = terms;
    for (const error of errors) problem('syntax', node.domain, error.term, error.message);
    // The limit of the standard is on the size of the answer (RFC 7208 3.4); much longer ones are not evaluated everywhere.
    if (record.length > 2048)
      problem('too-long', node.domain, null, `the record has ${record.length} characters`);
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
      if (term.name === 'ip4' || term.name === 'ip6') {
        if (term.qualifier === '+' && (term.name === 'ip4' ? term.cidr4 : term.cidr6) === 0)
          judged.everyone = true;
        continue;
      }
      report.lookups += 1;
      if (
        report.lookups > stopAt ||
        report.problems.filter(({ code }) => code === 'dns-failure').length >= maxFailures
      ) {
        report.cut = true;
        return judged;
      }
      if (term.name === 'ptr')
        problem('ptr', node.domain, term.text, 'it is slow and unreliable, and should not be used');
      if (term.name !== 'include') await resolveTerm(term, node.domain);
      else if (
        (await follow('include', term.domain!, term.text, node, path))?.everyone &&
        term.qualifier === '+'
      )
        judged.everyone = true;
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

  const found = await find(domain, true);
  if (found.kind === 'record') {
    const judged = await walk(report.tree, found.record, [domain.toLowerCase().replace(/\.$/, '')]);
    report.all = judged.all;
    report.passesEveryone = judged.everyone;
    report.sendsNothing =
      report.tree.terms.length === 1 && judged.all === '-' && report.tree.children.length === 0;
  }
  if (report.lookups > maxLookups)
    problem(
      'too-many-lookups',
      domain,
      null,
      `it costs ${report.cut ? 'more than ' : ''}${Math.min(report.lookups, stopAt)} DNS look-ups where 10 are the limit`,
    );
  if (report.voidLookups > maxVoidLookups)
    problem(
      'too-many-void-lookups',
      domain,
      null,
      `${report.voidLookups} look-ups lead to nothing where 2 are the limit`,
    );
  if (report.problems.some(({ code }) => permanent.has(code))) report.status = 'permerror';
  else if (found.kind === 'none') report.status = 'none';
  else if (report.problems.some(({ code }) => code === 'dns-failure')) report.status = 'temperror';
  return report;
}

type Judged = { all: Qualifier | null; everyone: boolean };
