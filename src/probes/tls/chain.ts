import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';

/** Following a certificate to a root that is trusted, judged at a given instant (OpenSSL knows only the machine's clock). */

type ChainVerdict = {
  trusted: boolean;
  error: string | null;
  /** Nothing between the leaf and its root was left out by the server. */
  complete: boolean;
};

/** No public chain is longer; a longer one is a loop or an attack. */
const maxDepth = 10;

let defaultRoots: readonly X509Certificate[] | undefined;

function parseAll(pems: readonly string[]): X509Certificate[] {
  return pems.flatMap((pem) =>
    (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
      (one) => new X509Certificate(one),
    ),
  );
}

export function defaultRootPems(): readonly string[] {
  return tls.getCACertificates('default');
}

/** The default roots and the given ones (PEM, several per text allowed). Throws on a PEM that cannot be read. */
export function trustedRoots(extra: readonly string[]): readonly X509Certificate[] {
  defaultRoots ??= parseAll(defaultRootPems());
  return extra.length ? [...defaultRoots, ...parseAll(extra)] : defaultRoots;
}

export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

export const validFrom = (certificate: X509Certificate) => Date.parse(certificate.validFrom);
export const validTo = (certificate: X509Certificate) => Date.parse(certificate.validTo);
const isCurrent = (certificate: X509Certificate, now: Date) =>
  validFrom(certificate) <= now.getTime() && now.getTime() <= validTo(certificate);

/**
 * Walks from the leaf (first of `sent`) to a root. The leaf's own dates and names are judged elsewhere, and of the given
 * roots (`ca`, PEM) none: who gives a root trusts it, whatever day is looked at (RFC 5280 6.1.1 d).
 */
export function followChain(
  sent: readonly X509Certificate[],
  ca: readonly string[],
  now: Date,
): ChainVerdict {
  const roots = trustedRoots(ca);
  const known = new Set(roots.map((root) => root.fingerprint256));
  const given = new Set(parseAll(ca).map((root) => root.fingerprint256));
  const counts = (root: X509Certificate) => given.has(root.fingerprint256) || isCurrent(root, now);
  const [leaf, ...others] = sent;
  if (!leaf) return { trusted: false, error: 'NO_CERTIFICATE', complete: false };
  let current = leaf;
  let pool = others.filter((certificate) => certificate.fingerprint256 !== leaf.fingerprint256);
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const step = current;
    const root = known.has(step.fingerprint256)
      ? step
      : roots.find((candidate) => isIssuedBy(step, candidate) && counts(candidate));
    if (root)
      return counts(root) || root === leaf
        ? { trusted: true, error: null, complete: true }
        : { trusted: false, error: 'CERT_HAS_EXPIRED', complete: true };
    if (isIssuedBy(step, step))
      return {
        trusted: false,
        error: depth === 0 ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'SELF_SIGNED_CERT_IN_CHAIN',
        complete: true,
      };
    const issuers = pool.filter((candidate) => candidate.ca && isIssuedBy(step, candidate));
    const issuer = issuers.find((candidate) => isCurrent(candidate, now)) ?? issuers[0];
    if (!issuer)
      return {
        trusted: false,
        error: depth === 0 ? 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' : 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
        complete: false,
      };
    if (!isCurrent(issuer, now)) return { trusted: false, error: 'CERT_HAS_EXPIRED', complete: true };
    pool = pool.filter((candidate) => candidate !== issuer);
    current = issuer;
  }
  return { trusted: false, error: 'CERT_CHAIN_TOO_LONG', complete: false };
}
