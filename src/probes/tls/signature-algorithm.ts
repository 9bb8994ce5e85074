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
