import type { Qualifier, SpfTerm } from './spfSyntax.ts';
import { makeSpfWalk, stopAt } from './spfWalk.ts';
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

type SpfProblem = {
  code: SpfProblemCode;
  domain: string;
  term: string | null;
  message: string;
};

export type SpfNode = {
  domain: string;
  /** Null where there is no single record. */
  record: string | null;
  terms: SpfTerm[];
  children: { via: 'include' | 'redirect'; term: string; node: SpfNode }[];
};

export type SpfReport = {
  domain: string;
  /**
   * `none`: no record. `valid`: a receiver can evaluate it. `permerror`: it cannot, for good. `temperror`: the DNS did
   * not answer, so that nothing is known.
   */
  status: 'none' | 'valid' | 'permerror' | 'temperror';
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
  const { find, walk, problem } = makeSpfWalk(resolver, report);
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
