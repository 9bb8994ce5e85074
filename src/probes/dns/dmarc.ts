import type { Resolver } from './resolver.ts';
import { parseTags } from './tags.ts';
import { domainParts } from './zone.ts';

type DmarcPolicy = 'none' | 'quarantine' | 'reject';
type DmarcProblemCode =
  | 'policy-missing'
  | 'policy-invalid'
  | 'subdomain-policy-invalid'
  | 'duplicate-tag'
  | 'broken-tag'
  | 'report-address-invalid'
  | 'report-address-not-authorised'
  | 'pct-invalid'
  | 'outdated-tag';
type DmarcProblem = { code: DmarcProblemCode; tag: string | null; message: string };

type ReportAddress = {
  /** As published, without a size limit such as `!10m`. */
  uri: string;
  /** Addresses other than `mailto:` with a mail address are used by nobody. */
  valid: boolean;
  /** Whether a stranger's domain agrees to take reports (RFC 9990 4); null inside the own domain, or when not found out. */
  authorised: boolean | null;
};

type ParsedDmarc = {
  /** All tags as published, the first of several with one name. */
  tags: Record<string, string>;
  /** For the domain of the record. Null: a receiver does nothing with this record (RFC 9989 4.7). */
  policy: DmarcPolicy | null;
  /** For subdomains that exist: `sp`, else `p`. */
  subdomainPolicy: DmarcPolicy | null;
  /** For subdomains that do not exist: `np`, else `sp`, else `p`. */
  nonexistentPolicy: DmarcPolicy | null;
  /** `t=y`: the policy is only tried; receivers do one step less. */
  testing: boolean;
  /** `pct` of the older RFC 7489, 0 to 100; null when absent or not valid. Receivers of today ignore it. */
  pct: number | null;
  reportTo: ReportAddress[];
  failureReportTo: ReportAddress[];
  /** `y`: a public suffix, `n`: the top of an organization, `u`: to be found out. */
  publicSuffix: 'y' | 'n' | 'u';
  problems: DmarcProblem[];
};

export type DmarcReport = {
  domain: string;
  /**
   * `several`: the domain has more than one record, so that all are ignored. `malformed`: one, of no use to a receiver.
   * `unanswered`: the DNS failed on the way, so that nothing is known.
   */
  status: 'found' | 'none' | 'several' | 'malformed' | 'unanswered';
  /** Domain whose record counts: the domain itself or one above it. */
  foundAt: string | null;
  inherited: boolean;
  records: string[];
  /** Texts at `_dmarc` of the domain that are none, such as one without a version. */
  lookalikes: string[];
  /** What receivers do with forged mail from the domain itself; `sp` of the record above when inherited. */
  effective: DmarcPolicy | null;
  /** Forged mail from a subdomain is treated more mildly than that from the domain. */
  weakerSubdomains: boolean;
  parsed: ParsedDmarc | null;
  walked: string[];
};

const strength: Record<DmarcPolicy, number> = { none: 0, quarantine: 1, reject: 2 };
const isPolicy = (text: string | undefined): text is DmarcPolicy =>
  text === 'none' || text === 'quarantine' || text === 'reject';
/** The version stands first, and its value is written in capitals (RFC 9989 4.8). */
export const isDmarc = (text: string) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text);

function reportAddresses(value: string | undefined): ReportAddress[] {
  return (value ?? '')
    .split(',')
    .map((uri) =>
      uri
        .trim()
        .slice(0, 512)
        .replace(/!\d+[kmgt]?$/i, ''),
    )
    .filter(Boolean)
    .slice(0, 20)
    .map((uri) => ({
      uri,
      valid: /^mailto:[^@\s,!]+@[a-z0-9.-]+\.[a-z0-9-]+$/i.test(uri),
      authorised: null,
    }));
}

type Problem = (code: DmarcProblemCode, tag: string | null, message: string) => void;

function writtenPolicy(value: (tag: string) => string | undefined, problem: Problem): DmarcPolicy | null {
  const p = value('p');
  let policy = isPolicy(p) ? p : null;
  if (p === undefined) problem('policy-missing', 'p', 'no policy is written');
  else if (policy === null)
    problem('policy-invalid', 'p', 'the policy is not one of none, quarantine and reject');
  for (const tag of ['sp', 'np']) {
    if (value(tag) === undefined || isPolicy(value(tag))) continue;
    problem(
      'subdomain-policy-invalid',
      tag,
      `the policy of “${tag}” is not one of none, quarantine and reject`,
    );
    policy = null;
  }
  return policy;
}

/** Reads a record that `isDmarc`. Never throws: what is wrong is in `problems`, unknown tags are ignored (RFC 9989 4.7). */
export function parseDmarc(record: string): ParsedDmarc {
  const { tags, duplicates, broken } = parseTags(record);
  const problems: DmarcProblem[] = [];
  const problem: Problem = (code, tag, message) => problems.push({ code, tag, message });
  for (const tag of duplicates) problem('duplicate-tag', tag, `“${tag}” stands there twice`);
  if (broken.length > 0) problem('broken-tag', null, 'a part of the record cannot be read');
  const reportTo = reportAddresses(tags.get('rua'));
  const failureReportTo = reportAddresses(tags.get('ruf'));
  if ([...reportTo, ...failureReportTo].some(({ valid }) => !valid) || tags.get('rua') === '')
    problem('report-address-invalid', 'rua', 'an address for reports is not valid');
  const value = (tag: string) => tags.get(tag)?.toLowerCase();
  let policy = writtenPolicy(value, problem);
  const unusable = policy === null;
  // With somebody to report to, a record without a valid policy counts as “none”; otherwise as nothing.
  if (unusable && reportTo.some(({ valid }) => valid)) policy = 'none';
  const below = (tag: string, otherwise: DmarcPolicy | null) =>
    !unusable && isPolicy(value(tag)) ? (value(tag) as DmarcPolicy) : otherwise;
  const subdomainPolicy = below('sp', policy);
  const percent = tags.get('pct');
  const pct =
    percent !== undefined && /^\d{1,3}$/.test(percent) && Number(percent) <= 100 ? Number(percent) : null;
  if (percent !== undefined && pct === null)
    problem('pct-invalid', 'pct', 'the percentage is not a number from 0 to 100');
  for (const tag of ['pct', 'rf', 'ri'])
    if (tags.has(tag)) problem('outdated-tag', tag, `“${tag}” is no longer used`);
  const psd = value('psd');
  return {
    tags: Object.fromEntries(tags),
    policy,
    subdomainPolicy,
    nonexistentPolicy: below('np', subdomainPolicy),
    testing: value('t') === 'y',
    pct,
    reportTo,
    failureReportTo,
    publicSuffix: psd === 'y' || psd === 'n' ? psd : 'u',
    problems,
  };
}

/** Domains in the order of the walk: at most eight questions, whatever the length of the name (RFC 9989 4.10). */
export function treeWalk(domain: string): string[] {
  const labels = domain.toLowerCase().replace(/\.$/, '').split('.');
  const names = [labels.join('.')];
  let rest = labels.length > 8 ? labels.slice(-7) : labels.slice(1);
  for (; rest.length > 0; rest = rest.slice(1)) names.push(rest.join('.'));
  return names;
}

/** Others must agree before reports about us are sent to them (RFC 9990 4). */
async function authorise(resolver: Resolver, at: string, address: ReportAddress): Promise<ReportAddress> {
  const target = address.valid ? domainParts(address.uri.slice(address.uri.lastIndexOf('@') + 1)) : null;
  if (!target || (target.registrable ?? target.host) === (domainParts(at)?.registrable ?? at)) return address;
  const { status, records } = await resolver.query(`${at}._report._dmarc.${target.host}`, 'TXT');
  if (status !== 'records' && status !== 'nodata' && status !== 'nxdomain') return address;
  return { ...address, authorised: records.some(isDmarc) };
}

/**
 * Finds the DMARC policy for mail from a domain by the walk up the tree, and reads it (RFC 9989). Rejects only with the
 * resolver's abort reason.
 */
export async function inspectDmarc(resolver: Resolver, domain: string): Promise<DmarcReport> {
  const report: DmarcReport = {
    domain,
    status: 'none',
    foundAt: null,
    inherited: false,
    records: [],
    lookalikes: [],
    effective: null,
    weakerSubdomains: false,
    parsed: null,
    walked: [],
  };
  let found: { at: string; record: string; parsed: ParsedDmarc } | null = null;
  for (const name of treeWalk(domain)) {
    const answer = await resolver.query(`_dmarc.${name}`, 'TXT');
    report.walked.push(name);
    const own = report.walked.length === 1;
    if (answer.status !== 'records' && answer.status !== 'nodata' && answer.status !== 'nxdomain') {
      // Above a record that was found only a public suffix could be.
      if (!found) return { ...report, status: 'unanswered' };
      break;
    }
    const records = answer.records.filter(isDmarc);
    if (own) report.lookalikes = answer.records.filter((text) => !isDmarc(text) && /dmarc/i.test(text));
    if (own && records.length > 1) return { ...report, status: 'several', foundAt: name, records };
    const [record] = records;
    if (record === undefined || records.length > 1) continue;
    const parsed = parseDmarc(record);
    // The policy of the name itself counts; else that of the organization, which is the highest name below a public
    // suffix, or that of the suffix when nobody else has one.
    if (!(parsed.publicSuffix === 'y' && found)) found = { at: name, record, parsed };
    if (own || parsed.publicSuffix !== 'u') break;
  }
  if (!found) return report;
  const { at, record, parsed } = found;
  const inherited = at !== report.walked[0];
  parsed.reportTo = await Promise.all(parsed.reportTo.map((address) => authorise(resolver, at, address)));
  if (parsed.reportTo.some(({ authorised }) => authorised === false))
    parsed.problems.push({
      code: 'report-address-not-authorised',
      tag: 'rua',
      message: 'a domain that is to take reports does not agree to it',
    });
  return {
    ...report,
    status: parsed.policy === null ? 'malformed' : 'found',
    foundAt: at,
    inherited,
    records: [record],
    effective: inherited ? parsed.subdomainPolicy : parsed.policy,
    weakerSubdomains: parsed.policy !== null && strength[parsed.subdomainPolicy!] < strength[parsed.policy],
    parsed,
  };
}
