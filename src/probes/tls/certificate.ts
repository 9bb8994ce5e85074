import * as tls from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bounded,
  ConnectionFailure,
  openSocket,
  type Endpoint,
  type Limits,
  type Preface,
} from './connection.ts';
import { defaultRootPems, followChain, isIssuedBy, trustedRoots, validFrom, validTo } from './chain.ts';

/** The algorithm a certificate is signed with, read from its DER (Node names it only from 24.9 on). */

const names: Record<string, string> = {
  '1.2.840.113549.1.1.2': 'md2WithRSAEncryption',
  '1.2.840.113549.1.1.4': 'md5WithRSAEncryption',
  '1.2.840.113549.1.1.5': 'sha1WithRSAEncryption',
  '1.2.840.113549.1.1.11': 'sha256WithRSAEncryption',
  '1.2.840.113549.1.1.12': 'sha384WithRSAEncryption',
  '1.2.840.113549.1.1.13': 'sha512WithRSAEncryption',
  '1.2.840.113549.1.1.14': 'sha224WithRSAEncryption',
  '1.2.840.113549.1.1.10': 'rsassaPss',
  '1.2.840.10045.4.1': 'ecdsa-with-SHA1',
  '1.2.840.10045.4.3.1': 'ecdsa-with-SHA224',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.10045.4.3.4': 'ecdsa-with-SHA512',
  '1.2.840.10040.4.3': 'dsa-with-SHA1',
  '1.3.14.3.2.29': 'sha1WithRSAEncryption',
  '2.16.840.1.101.3.4.3.1': 'dsa-with-SHA224',
  '2.16.840.1.101.3.4.3.2': 'dsa-with-SHA256',
  '1.3.101.112': 'ED25519',
  '1.3.101.113': 'ED448',
};

const pssHashes: Record<string, string> = {
  '1.3.14.3.2.26': 'SHA1',
  '2.16.840.1.101.3.4.2.1': 'SHA256',
  '2.16.840.1.101.3.4.2.2': 'SHA384',
  '2.16.840.1.101.3.4.2.3': 'SHA512',
};

type Element = { tag: number; body: Buffer; rest: Buffer };

function element(bytes: Buffer): Element {
  const tag = bytes.readUInt8(0);
  let length = bytes.readUInt8(1);
  let start = 2;
  if (length > 0x80) {
    const width = length - 0x80;
    length = bytes.readUIntBE(2, width);
    start += width;
  }
  if (start + length > bytes.length) throw new RangeError('DER element longer than its container');
  return { tag, body: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}

function objectIdentifier(body: Buffer): string {
  const parts: number[] = [];
  let value = 0;
  for (const byte of body) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    if (parts.length === 0)
      parts.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)));
    else parts.push(value);
    value = 0;
  }
  return parts.join('.');
}

/** `sha256WithRSAEncryption`, `rsassaPss-SHA256`, the dotted number of an unknown one, or `unknown` for broken DER. */
export function signatureAlgorithmOf(der: Buffer): string {
  try {
    const toBeSigned = element(element(der).body);
    const identifier = element(toBeSigned.rest);
    const oid = element(identifier.body);
    const number = objectIdentifier(oid.body);
    const name = names[number] ?? number;
    if (name !== 'rsassaPss') return name;
    // The hash is the first, optional parameter; SHA-1 when absent (RFC 4055 3.1).
    const parameters = oid.rest.length ? element(oid.rest).body : Buffer.alloc(0);
    if (!parameters.length || element(parameters).tag !== 0xa0) return 'rsassaPss-SHA1';
    const hash = objectIdentifier(element(element(element(parameters).body).body).body);
    return `rsassaPss-${pssHashes[hash] ?? hash}`;
  } catch {
    return 'unknown';
  }
}

export type CertificateReport = {
  /** `CN=…, O=…` */
  subject: string;
  issuer: string;
  names: string[];
  /** ISO instants. */
  validFrom: string;
  validTo: string;
  /** Whole days until it expires, negative once it has. */
  daysLeft: number;
  selfSigned: boolean;
  /** Leads to a trusted root. The dates and the names of the certificate itself are judged separately. */
  trusted: boolean;
  /** OpenSSL's code for why it is not trusted. */
  trustError?: string;
  nameMatches: boolean;
  keyType: string;
  keyBits: number;
  /** `sha256WithRSAEncryption`, `ecdsa-with-SHA384`, or the number of one not known here. */
  signatureAlgorithm: string;
  chainLength: number;
  /** The server sent all that lies between its certificate and the root. */
  chainComplete: boolean;
  issuerUrl?: string;
};

const dayMs = 86_400_000;
const maxNames = 100;
const curveBits: Record<string, number> = {
  prime256v1: 256,
  secp256k1: 256,
  secp384r1: 384,
  secp521r1: 521,
  secp224r1: 224,
  prime192v1: 192,
  secp192k1: 192,
  secp160r1: 160,
};
const fixedBits: Record<string, number> = { ed25519: 256, ed448: 456, x25519: 256 };

// Certificates come from strangers: no control characters, no endless names.
const plain = (text: string, length: number) =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, length);
const distinguishedName = (text: string | undefined) => plain((text ?? '').replaceAll('\n', ', '), 300);

/** Names in a `subjectAltName` text of Node, which quotes the odd ones as JSON strings. */
function namesOf(certificate: X509Certificate): string[] {
  const names = [
    ...(certificate.subjectAltName ?? '').matchAll(/(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g),
  ].map((match) => plain((match[1] ?? '').replace(/^"|"$/g, ''), 253));
  const common = /(?:^|\n)CN=([^\n]*)/.exec(certificate.subject ?? '')?.[1];
  return [...new Set(names.length ? names : common ? [plain(common, 253)] : [])].slice(0, maxNames);
}

function matchesName(certificate: X509Certificate, name: string): boolean {
  if (isIP(name)) return certificate.checkIP(name) !== undefined;
  return certificate.checkHost(name, { subject: 'never', partialWildcards: false }) !== undefined;
}

function keyOf(certificate: X509Certificate): { keyType: string; keyBits: number } {
  try {
    const { asymmetricKeyType: keyType = 'unknown', asymmetricKeyDetails: details = {} } =
      certificate.publicKey;
    return {
      keyType,
      keyBits: details.modulusLength ?? curveBits[details.namedCurve ?? ''] ?? fixedBits[keyType] ?? 0,
    };
  } catch {
    return { keyType: 'unknown', keyBits: 0 };
  }
}

export type Handed = {
  chain: Buffer[];
  /** OpenSSL's verdict, null when it is content, undefined when it was not asked. */
  verdict: string | null | undefined;
};

const clockErrors = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/**
 * Fetches the certificate with a real handshake over a fresh connection. Rejects with `ConnectionFailure` when there is
 * no connection or no common version, or with the signal's reason.
 */
export async function fetchCertificate(
  endpoint: Endpoint,
  options: { servername?: string; ca: readonly string[]; alpn?: readonly string[]; preface?: Preface },
  limits: Limits,
): Promise<Handed> {
  const deadline = performance.now() + limits.timeoutMs;
  const socket = await openSocket(endpoint, limits, options.preface);
  let secure: tls.TLSSocket | undefined;
  try {
    return await bounded<Handed>(
      { ...limits, timeoutMs: deadline - performance.now() },
      'TLS handshake',
      (settle, fail) => {
        const stream = tls.connect({
          socket,
          servername: options.servername ?? '',
          rejectUnauthorized: false,
          minVersion: 'TLSv1',
          // Level 0 lets us look at old servers; nothing is sent to them.
          ciphers:
            'TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:ALL:!aNULL:!eNULL:@SECLEVEL=0',
          ALPNProtocols: options.alpn?.length ? [...options.alpn] : undefined,
          ca: options.ca.length ? [...defaultRootPems(), ...options.ca] : undefined,
          checkServerIdentity: () => undefined,
        });
        secure = stream;
        stream.on('error', (error: NodeJS.ErrnoException) =>
          fail(new ConnectionFailure('closed', `no TLS handshake (${error.code ?? 'unknown error'})`, error)),
        );
        stream.on('close', () =>
          fail(new ConnectionFailure('closed', 'the server closed the connection during the handshake')),
        );
        stream.once('secureConnect', () => {
          const chain: Buffer[] = [];
          let next: tls.DetailedPeerCertificate | undefined = stream.getPeerCertificate(true);
          while (next?.raw && chain.length < 20) {
            chain.push(next.raw);
            next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
          }
          // Node types this as an Error; at run time it is OpenSSL's code.
          settle({ chain, verdict: stream.authorized ? null : String(stream.authorizationError) });
        });
      },
    );
  } finally {
    secure?.destroy();
    socket.destroy();
  }
}

/**
 * Judges a certificate and its chain for `name` (ASCII host name or address) at `now`. `sentInClear` is the chain as
 * seen on the wire, where an older version showed it. Null when there is no certificate that can be read.
 */
export function judgeCertificate(
  handed: Handed,
  sentInClear: readonly Buffer[],
  name: string,
  ca: readonly string[],
  now: Date,
): CertificateReport | null {
  try {
    const chain =
      sentInClear[0] && (!handed.chain[0] || handed.chain[0].equals(sentInClear[0]))
        ? sentInClear
        : handed.chain;
    const sent = chain.map((der) => new X509Certificate(der));
    const leaf = sent[0];
    if (!leaf || Number.isNaN(validFrom(leaf)) || Number.isNaN(validTo(leaf))) return null;
    const roots = trustedRoots(ca);
    const walked = followChain(sent, ca, now);
    // OpenSSL also checks purposes and name constraints; only its clock is not ours.
    const objection = handed.verdict && !clockErrors.has(handed.verdict) ? handed.verdict : null;
    const trustError = walked.error ?? objection;
    const last = sent.at(-1);
    const rootSent =
      sent.length > 1 &&
      last !== undefined &&
      roots.some((root) => root.fingerprint256 === last.fingerprint256);
    const issuerUrl = /CA Issuers - URI:(https?:[^\s"]+)/.exec(leaf.infoAccess ?? '')?.[1];
    return {
      subject: distinguishedName(leaf.subject),
      issuer: distinguishedName(leaf.issuer),
      names: namesOf(leaf),
      validFrom: new Date(validFrom(leaf)).toISOString(),
      validTo: new Date(validTo(leaf)).toISOString(),
      daysLeft: Math.floor((validTo(leaf) - now.getTime()) / dayMs),
      selfSigned: isIssuedBy(leaf, leaf),
      trusted: trustError === null,
      ...(trustError !== null && { trustError }),
      nameMatches: matchesName(leaf, name),
      ...keyOf(leaf),
      signatureAlgorithm: signatureAlgorithmOf(leaf.raw),
      chainLength: sent.length - (rootSent ? 1 : 0),
      chainComplete: walked.complete,
      ...(issuerUrl && { issuerUrl: plain(issuerUrl, 500) }),
    };
  } catch {
    return null;
  }
}
