import { Buffer } from 'node:buffer';
import { createHash, createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';
import { nameBytes } from './rdata.ts';
import type { Dnskey, Ds, Rrsig, WireRecord, RecordType } from './wire.ts';
import type { DnssecProblemCode, DnssecReport, DnssecSignature } from './dnssec.ts';

/** Keys, digests and signatures of DNSSEC (RFC 4034), without any look-up. */

/**
 * Algorithms by number (RFC 8624 3.1 with RFC 9905). `weak`: not to be used for signing any more. `hash` undefined:
 * nobody verifies it today, neither do we.
 */
export const algorithms: Readonly<Record<number, { name: string; weak: boolean; hash?: string | null }>> = {
  1: { name: 'RSAMD5', weak: true },
  3: { name: 'DSA', weak: true },
  5: { name: 'RSASHA1', weak: true, hash: 'sha1' },
  6: { name: 'DSA-NSEC3-SHA1', weak: true },
  7: { name: 'RSASHA1-NSEC3-SHA1', weak: true, hash: 'sha1' },
  8: { name: 'RSASHA256', weak: false, hash: 'sha256' },
  10: { name: 'RSASHA512', weak: false, hash: 'sha512' },
  12: { name: 'ECC-GOST', weak: true },
  13: { name: 'ECDSAP256SHA256', weak: false, hash: 'sha256' },
  14: { name: 'ECDSAP384SHA384', weak: false, hash: 'sha384' },
  15: { name: 'ED25519', weak: false, hash: null },
  16: { name: 'ED448', weak: false, hash: null },
};
const digests: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };
/** RFC 3110 knows no longer keys; longer ones are only made to cost time. */
const maxRsaBytes = 512;
const maxExponentBytes = 8;

function keyBytes(key: Dnskey): Buffer {
  return Buffer.concat([
    Buffer.from([key.flags >> 8, key.flags & 0xff, key.protocol, key.algorithm]),
    key.key,
  ]);
}

/** Number by which signatures name their key (RFC 4034 appendix B). */
export function keyTag(key: Dnskey): number {
  const bytes = keyBytes(key);
  if (key.algorithm === 1) return bytes.length < 7 ? 0 : bytes.readUInt16BE(bytes.length - 3);
  let sum = 0;
  for (const [index, byte] of bytes.entries()) sum += index % 2 === 0 ? byte << 8 : byte;
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

/** Whether the parent's digest is that of the key; null for a kind of digest that is not known (RFC 4034 5.1.4). */
export function matchesDs(zone: string, key: Dnskey, ds: Ds): boolean | null {
  const hash = digests[ds.digestType];
  if (ds.algorithm !== key.algorithm || ds.keyTag !== keyTag(key)) return false;
  if (!hash) return null;
  return createHash(hash).update(nameBytes(zone)!).update(keyBytes(key)).digest().equals(ds.digest);
}

function rsaParts(key: Buffer): { exponent: Buffer; modulus: Buffer } | null {
  const long = key[0] === 0;
  if (key.length < 4) return null;
  const size = long ? key.readUInt16BE(1) : key[0]!;
  const start = long ? 3 : 1;
  const exponent = key.subarray(start, start + size);
  const modulus = key.subarray(start + size);
  if (
    exponent.length === 0 ||
    exponent.length > maxExponentBytes ||
    modulus.length < 32 ||
    modulus.length > maxRsaBytes
  )
    return null;
  return { exponent, modulus };
}

/** Size of an RSA modulus; null for other kinds and for what cannot be read. */
export function rsaBits(key: Dnskey): number | null {
  const modulus = [1, 5, 7, 8, 10].includes(key.algorithm) ? rsaParts(key.key)?.modulus : undefined;
  if (!modulus) return null;
  const first = modulus.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (modulus.length - first) * 8 - Math.clz32(modulus[first]!) + 24;
}

function publicKey(key: Dnskey): KeyObject | null {
  const half = key.key.length / 2;
  const text = (bytes: Buffer) => bytes.toString('base64url');
  let jwk: JsonWebKey | null = null;
  const rsa = [5, 7, 8, 10].includes(key.algorithm) ? rsaParts(key.key) : null;
  if (rsa) jwk = { kty: 'RSA', n: text(rsa.modulus), e: text(rsa.exponent) };
  const curve = { 13: ['P-256', 32], 14: ['P-384', 48] }[key.algorithm];
  if (curve && half === curve[1])
    jwk = {
      kty: 'EC',
      crv: curve[0] as string,
      x: text(key.key.subarray(0, half)),
      y: text(key.key.subarray(half)),
    };
  const edwards = { 15: ['Ed25519', 32], 16: ['Ed448', 57] }[key.algorithm];
  if (edwards && key.key.length === edwards[1])
    jwk = { kty: 'OKP', crv: edwards[0] as string, x: text(key.key) };
  try {
    return jwk && createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

/**
 * What a signature is made over (RFC 4034 3.1.8.1): the RRSIG without its signature, then the records in canonical form
 * and order, each once. Null when the signature claims more labels than the name has.
 */
function signedBytes(signature: Rrsig, set: readonly WireRecord[]): Buffer | null {
  const head = Buffer.alloc(18);
  head.writeUInt16BE(signature.covers, 0);
  head.writeUInt8(signature.algorithm, 2);
  head.writeUInt8(signature.labels, 3);
  head.writeUInt32BE(signature.originalTtl, 4);
  head.writeUInt32BE(signature.expiration, 8);
  head.writeUInt32BE(signature.inception, 12);
  head.writeUInt16BE(signature.keyTag, 16);
  const owner = set[0] && nameBytes(set[0].name);
  const signer = nameBytes(signature.signer);
  if (!owner || !signer) return null;
  const labels: Buffer[] = [];
  for (let at = 0; owner[at] !== 0; at += owner[at]! + 1)
    labels.push(owner.subarray(at, at + owner[at]! + 1));
  if (signature.labels > labels.length) return null;
  // Fewer labels mean that a wildcard was expanded (RFC 4035 5.3.2).
  const kept = Buffer.concat([...labels.slice(labels.length - signature.labels), Buffer.from([0])]);
  const name = signature.labels < labels.length ? Buffer.concat([Buffer.from('\u0001*'), kept]) : kept;
  const sorted = set.map(({ rdata }) => rdata).sort((one, other) => Buffer.compare(one, other));
  const records = sorted
    .filter((rdata, index) => index === 0 || !rdata.equals(sorted[index - 1]!))
    .map((rdata) => {
      const fixed = Buffer.alloc(10);
      fixed.writeUInt16BE(signature.covers, 0);
      fixed.writeUInt16BE(1, 2);
      fixed.writeUInt32BE(signature.originalTtl, 4);
      fixed.writeUInt16BE(rdata.length, 8);
      return Buffer.concat([name, fixed, rdata]);
    });
  return Buffer.concat([head, signer, ...records]);
}

/** Whether the key made the signature over these records; null when its algorithm cannot be verified. Never throws. */
export function verifies(key: Dnskey, signature: Rrsig, set: readonly WireRecord[]): boolean | null {
  const algorithm = algorithms[signature.algorithm];
  if (algorithm?.hash === undefined) return null;
  const made = publicKey(key);
  const bytes = signedBytes(signature, set);
  if (!made || !bytes || key.algorithm !== signature.algorithm) return false;
  try {
    return verify(algorithm.hash, bytes, { key: made, dsaEncoding: 'ieee-p1363' }, signature.signature);
  } catch {
    return false;
  }
}

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
