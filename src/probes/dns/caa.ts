import type { AnswerStatus, Resolver } from './resolver.ts';
import type { Caa } from './wire.ts';
import { nameAndParents } from './zone.ts';

type CaaReport = {
  domain: string;
  /** `unanswered`: the DNS failed on the way up, so that nothing is known. */
  status: 'found' | 'none' | 'unanswered';
  /** Name that has the records: the domain or the nearest parent (RFC 8659 3). */
  foundAt: string | null;
  records: Caa[];
  /** Authorities that may issue, domains in lower case. Empty with `restricted`: none may. */
  issuers: string[];
  /** Who may issue for wildcards; the same as `issuers` where nothing else is said. */
  wildcardIssuers: string[];
  /** An `issue` record is there, so that not everybody may issue. */
  restricted: boolean;
  reportTo: string[];
  /** Tags marked critical that no authority knows: it must refuse then (RFC 8659 4.1). */
  unknownCritical: string[];
  /** Records whose value cannot be read: nobody may issue by them. */
  malformed: string[];
};

const knownTags = new Set([
  'issue',
  'issuewild',
  'iodef',
  'issuemail',
  'issuevmc',
  'contactemail',
  'contactphone',
]);
/** Domain of an authority and parameters after it (RFC 8659 4.2); `;` alone allows nobody. */
const issueValue = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)?\s*(?:;.*)?$/is;
const failed: ReadonlySet<AnswerStatus> = new Set(['servfail', 'timeout', 'malformed']);

/** Which certificate authorities may issue for a domain. Rejects only with the resolver's abort reason. */
export async function inspectCaa(resolver: Resolver, domain: string): Promise<CaaReport> {
  const report: CaaReport = {
    domain,
    status: 'none',
    foundAt: null,
    records: [],
    issuers: [],
    wildcardIssuers: [],
    restricted: false,
    reportTo: [],
    unknownCritical: [],
    malformed: [],
  };
  for (const name of nameAndParents(domain)) {
    const answer = await resolver.query(name, 'CAA');
    if (failed.has(answer.status)) return { ...report, status: 'unanswered' };
    if (answer.records.length === 0) continue;
    const issuersOf = (tag: string) =>
      answer.records
        .filter((record) => record.tag === tag)
        .flatMap((record) => {
          const value = issueValue.exec(record.value.trim());
          if (!value) report.malformed.push(record.value);
          return value?.[1]?.toLowerCase() ?? [];
        });
    report.status = 'found';
    report.foundAt = name;
    report.records = answer.records;
    report.restricted = answer.records.some((record) => record.tag === 'issue');
    report.issuers = issuersOf('issue');
    report.wildcardIssuers = answer.records.some((record) => record.tag === 'issuewild')
      ? issuersOf('issuewild')
      : report.issuers;
    report.reportTo = answer.records.filter((record) => record.tag === 'iodef').map((record) => record.value);
    report.unknownCritical = answer.records
      .filter((record) => record.critical && !knownTags.has(record.tag))
      .map((record) => record.tag);
    return report;
  }
  return report;
}
