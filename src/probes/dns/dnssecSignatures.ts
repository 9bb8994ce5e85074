import type { DnssecProblemCode, DnssecReport, DnssecSignature } from './dnssec.ts';
import { keyTag, verifies } from './dnssecKeys.ts';
import type { Dnskey, RecordType, Rrsig, WireRecord } from './wire.ts';

/** More are only there to cost time (CVE-2023-50387). */
const maxSignatures = 12;
const maxVerifications = 60;

/** Dates are counted modulo 2^32 around today (RFC 4034 3.1.5). */
function dates(
  signature: Rrsig,
  now: Date,
): { from: Date; until: Date; verdict: 'valid' | 'expired' | 'not-yet-valid' } {
  const seconds = Math.floor(now.getTime() / 1000);
  const near = (time: number) => (time - seconds) | 0;
  const verdict =
    near(signature.expiration) < 0 ? 'expired' : near(signature.inception) > 0 ? 'not-yet-valid' : 'valid';
  return {
    from: new Date((seconds + near(signature.inception)) * 1000),
    until: new Date((seconds + near(signature.expiration)) * 1000),
    verdict,
  };
}

/**
 * Verifies signatures of a zone and keeps them in the report; the judge says whether one of them is valid. All its
 * verifications together are limited.
 */
export function makeSignatureJudge(
  zone: string,
  now: () => Date,
  report: DnssecReport,
  problem: (code: DnssecProblemCode, about: string) => void,
) {
  let verifications = 0;

  function verdictOf(
    signature: Rrsig,
    set: readonly WireRecord[],
    by: readonly Dnskey[],
    dated: DnssecSignature['verdict'],
  ): DnssecSignature['verdict'] {
    const candidates = by.filter(
      (key) => key.algorithm === signature.algorithm && keyTag(key) === signature.keyTag,
    );
    if (candidates.length === 0 || signature.signer !== zone) return 'other-key';
    if (dated !== 'valid') return dated;
    const found = candidates.map((key) =>
      (verifications += 1) > maxVerifications ? false : verifies(key, signature, set),
    );
    return found.includes(true) ? 'valid' : found.includes(null) ? 'unverifiable' : 'wrong';
  }

  return (
    set: readonly WireRecord[],
    type: RecordType,
    signatures: readonly Rrsig[],
    by: readonly Dnskey[],
  ): boolean => {
    const judged = signatures.slice(0, maxSignatures).map((signature) => {
      const { from, until, verdict } = dates(signature, now());
      const { keyTag, algorithm } = signature;
      return {
        covers: type,
        keyTag,
        algorithm,
        from,
        until,
        verdict: verdictOf(signature, set, by, verdict),
      };
    });
    report.signatures.push(...judged);
    const valid = judged.filter(({ verdict }) => verdict === 'valid');
    for (const { until } of valid)
      if (!report.validUntil || until < report.validUntil) report.validUntil = until;
    if (valid.length > 0) return true;
    if (judged.length === 0) problem('signature-missing', type);
    for (const { verdict } of judged) {
      if (verdict === 'expired') problem('signature-expired', type);
      if (verdict === 'not-yet-valid') problem('signature-not-yet-valid', type);
      if (verdict === 'wrong') problem('signature-wrong', type);
    }
    return false;
  };
}
