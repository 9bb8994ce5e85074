import { algorithms, keyTag, matchesDs, rsaBits, makeSignatureJudge } from './dnssecKeys.ts';
import type { DnsAnswer, Resolver } from './resolver.ts';
import type { Dnskey, Ds, RecordType } from './wire.ts';
import { zoneOf } from './zone.ts';

type DnssecStatus =
  /** A DS of the parent matches a key, that key signs the keys, and these sign the zone: all verified. */
  | 'signed'
  /** The zone is signed, but the parent does not know: nobody verifies. */
  | 'no-ds'
  | 'unsigned'
  /** The parent promises signatures that are not there or are wrong: the domain is unreachable for who verifies. */
  | 'mismatch'
  /** Signed only by algorithms that nobody verifies any more (RSAMD5, DSA, GOST). */
  | 'unverifiable'
  /** The DNS did not answer, or leaves out signatures: nothing is known. */
  | 'unanswered';

export type DnssecProblemCode =
  | 'ds-without-keys'
  | 'ds-matches-no-key'
  | 'keys-not-signed-by-ds-key'
  | 'signature-missing'
  | 'signature-wrong'
  | 'signature-expired'
  | 'signature-not-yet-valid'
  | 'weak-algorithm'
  | 'weak-digest'
  | 'short-key';
type DnssecProblem = {
  code: DnssecProblemCode;
  /** `DNSKEY`, `SOA`, `A`, a key tag or a name of an algorithm. */ about: string;
};

type DnssecKey = {
  keyTag: number;
  algorithm: number;
  algorithmName: string;
  weak: boolean;
  bits: number | null;
  /** It is meant to be named by the parent (SEP). */
  entry: boolean;
  /** It is given up and counts for nothing (RFC 5011). */
  revoked: boolean;
};
type DnssecDs = {
  keyTag: number;
  algorithm: number;
  digestType: number;
  /** A key of the zone has this digest; null for an unknown digest. */ matches: boolean | null;
};
export type DnssecSignature = {
  covers: RecordType;
  keyTag: number;
  algorithm: number;
  from: Date;
  until: Date;
  /** `other-key`: made by a key that does not count here, which is usual beside one that does. */
  verdict: 'valid' | 'expired' | 'not-yet-valid' | 'wrong' | 'other-key' | 'unverifiable';
};

export type DnssecReport = {
  domain: string;
  zone: string | null;
  status: DnssecStatus;
  /** Something in use is weak, although it verifies. */
  weak: boolean;
  ds: DnssecDs[];
  keys: DnssecKey[];
  signatures: DnssecSignature[];
  validUntil: Date | null;
  problems: DnssecProblem[];
  reason: string | null;
};

/** More are only there to cost time (CVE-2023-50387). */
const maxKeys = 20;

const answered = (answer: DnsAnswer<RecordType>) =>
  answer.status === 'records' || answer.status === 'nodata' || answer.status === 'nxdomain';
const usableKey = (key: Dnskey) =>
  (key.flags & 0x0100) !== 0 && (key.flags & 0x0080) === 0 && key.protocol === 3;

/**
 * Measures the DNSSEC of a domain's zone: whether the DS at the parent names a key of the zone, whether that key signs
 * the keys, and whether they sign the SOA record and the addresses of the domain; each signature is verified, with its
 * dates (RFC 4035 5).
 *
 * Proven is the link between parent and zone as our resolver gives it. Not proven: the chain from the root down to the
 * parent (the DS itself is believed), that names which do not exist are denied rightly (NSEC), and that other records
 * are signed. Rejects only with the resolver's abort reason.
 */
export async function inspectDnssec(
  resolver: Resolver,
  domain: string,
  now: () => Date,
): Promise<DnssecReport> {
  const report: DnssecReport = {
    domain,
    zone: null,
    status: 'unanswered',
    weak: false,
    ds: [],
    keys: [],
    signatures: [],
    validUntil: null,
    problems: [],
    reason: null,
  };
  const zone = await zoneOf(resolver, domain);
  if (zone === null) return { ...report, reason: 'the zone of the domain cannot be found' };
  report.zone = zone;
  const dnssec = { dnssec: true };
  const [ds, keys, soa, a] = await Promise.all([
    resolver.query(zone, 'DS', dnssec),
    resolver.query(zone, 'DNSKEY', dnssec),
    resolver.query(zone, 'SOA', dnssec),
    resolver.query(domain, 'A', dnssec),
  ]);
  const unanswered = [ds, keys, soa].find((answer) => !answered(answer));
  if (unanswered) return { ...report, reason: unanswered.reason };
  const problem = (code: DnssecProblemCode, about: string) => {
    if (!report.problems.some((known) => known.code === code && known.about === about))
      report.problems.push({ code, about });
  };
  const zoneKeys = keys.records.slice(0, maxKeys);
  report.keys = zoneKeys.map(describeKey);
  report.ds = ds.records.slice(0, maxKeys).map((record) => describeDs(zone, record, zoneKeys));

  if (zoneKeys.length === 0) {
    if (ds.records.length === 0) return { ...report, status: 'unsigned' };
    problem('ds-without-keys', zone);
    return { ...report, status: 'mismatch' };
  }
  // A parent always signs its DS: without any signature somebody on the way leaves them out.
  if (ds.records.length > 0 && [keys, ds, soa].every(({ signatures }) => signatures.length === 0))
    return { ...report, reason: 'the DNS server leaves out signatures' };

  const judge = makeSignatureJudge(zone, now, report, problem);
  const matched = zoneKeys.filter(
    (key) => usableKey(key) && ds.records.some((record) => matchesDs(zone, key, record) === true),
  );
  const all = zoneKeys.filter(usableKey);
  const keysSigned = judge(keys.set, 'DNSKEY', keys.signatures, ds.records.length === 0 ? all : matched);
  let dataSigned = soa.status === 'records' && judge(soa.set, 'SOA', soa.signatures, all);
  // What an alias leads to may be kept in another zone.
  if (a.status === 'records' && a.aliases.length === 0)
    dataSigned = judge(a.set, 'A', a.signatures, all) && dataSigned;

  reportWeaknesses(report, ds.records, [...matched, ...all], problem);
  if (ds.records.length === 0) return { ...report, status: 'no-ds' };
  if (!ds.records.some(isVerifiable)) return { ...report, status: 'unverifiable' };
  if (matched.length === 0) problem('ds-matches-no-key', zone);
  else if (!keysSigned && !report.problems.some(({ about }) => about === 'DNSKEY'))
    problem('keys-not-signed-by-ds-key', zone);
  return { ...report, status: matched.length > 0 && keysSigned && dataSigned ? 'signed' : 'mismatch' };
}

const isVerifiable = ({ algorithm }: Ds) => algorithms[algorithm]?.hash !== undefined;

function describeKey(key: Dnskey): DnssecKey {
  const algorithm = algorithms[key.algorithm];
  return {
    keyTag: keyTag(key),
    algorithm: key.algorithm,
    algorithmName: algorithm?.name ?? `algorithm ${key.algorithm}`,
    weak: algorithm?.weak ?? false,
    bits: rsaBits(key),
    entry: (key.flags & 1) !== 0,
    revoked: (key.flags & 0x0080) !== 0,
  };
}

function describeDs(zone: string, ds: Ds, keys: readonly Dnskey[]): DnssecDs {
  const found = keys.map((key) => matchesDs(zone, key, ds));
  const matches = found.includes(true) ? true : found.includes(null) ? null : false;
  return { keyTag: ds.keyTag, algorithm: ds.algorithm, digestType: ds.digestType, matches };
}

function reportWeaknesses(
  report: DnssecReport,
  ds: readonly Ds[],
  keys: readonly Dnskey[],
  problem: (code: DnssecProblemCode, about: string) => void,
): void {
  for (const key of keys) {
    const { algorithmName, weak, bits } = describeKey(key);
    if (weak) problem('weak-algorithm', algorithmName);
    if (bits !== null && bits < 1024) problem('short-key', String(keyTag(key)));
  }
  if (ds.length > 0 && ds.every(({ digestType }) => digestType === 1)) problem('weak-digest', 'SHA-1');
  report.weak = report.problems.some(
    ({ code }) => code === 'weak-algorithm' || code === 'weak-digest' || code === 'short-key',
  );
}
