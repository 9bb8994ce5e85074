import { createECDH, randomBytes } from 'node:crypto';

/** The bytes of a first TLS message, and nothing more: Node's OpenSSL can speak neither SSLv3 nor most old ciphers. */

export const protocols = ['ssl3', 'tls10', 'tls11', 'tls12', 'tls13'] as const;
export type Protocol = (typeof protocols)[number];

export const versionOf: Record<Protocol, number> = {
  ssl3: 0x0300,
  tls10: 0x0301,
  tls11: 0x0302,
  tls12: 0x0303,
  tls13: 0x0304,
};

export function protocolOf(version: number): Protocol | undefined {
  return protocols.find((protocol) => versionOf[protocol] === version);
}

export const recordType = { alert: 21, handshake: 22 } as const;
export const handshakeType = {
  clientHello: 1,
  serverHello: 2,
  certificate: 11,
  serverKeyExchange: 12,
  serverHelloDone: 14,
} as const;

const u8 = (value: number) => Buffer.from([value]);
const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const u24 = (value: number) => Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff]);

const vector8 = (body: Buffer) => Buffer.concat([u8(body.length), body]);
const vector16 = (body: Buffer) => Buffer.concat([u16(body.length), body]);
const list16 = (values: readonly number[]) => vector16(Buffer.concat(values.map(u16)));
const extension = (type: number, body: Buffer) => Buffer.concat([u16(type), vector16(body)]);

/** Groups a browser would offer, and the larger curves. Finite-field groups are left out below TLS 1.3 so that a server shows its own. */
const curves = [0x001d, 0x0017, 0x0018, 0x0019, 0x001e];
const finiteFields = [0x0100, 0x0101, 0x0102];

/** Newest first, down to SHA-1 and MD5 so that an old certificate is still shown to us. */
const signatureAlgorithms = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501,
  0x0601, 0x0402, 0x0303, 0x0301, 0x0302, 0x0203, 0x0201, 0x0202, 0x0101,
];

export type ClientHello = {
  protocol: Protocol;
  ciphers: readonly number[];
  servername?: string;
  /** Protocols offered by ALPN; none by default, because only HTTP wants them. */
  alpn?: readonly string[];
};

function keyShares(): Buffer {
  // Any 32 bytes are a valid X25519 key; the answer is never used to derive a secret.
  const x25519 = Buffer.concat([u16(0x001d), vector16(randomBytes(32))]);
  const p256 = Buffer.concat([u16(0x0017), vector16(createECDH('prime256v1').generateKeys())]);
  return vector16(Buffer.concat([x25519, p256]));
}

function extensionsOf(hello: ClientHello): Buffer {
  const tls13 = hello.protocol === 'tls13';
  const parts: Buffer[] = [];
  if (hello.servername)
    parts.push(
      extension(0, vector16(Buffer.concat([u8(0), vector16(Buffer.from(hello.servername, 'latin1'))]))),
    );
  parts.push(extension(23, Buffer.alloc(0)));
  if (!tls13) parts.push(extension(0xff01, u8(0)));
  parts.push(
    extension(10, list16(tls13 ? [...curves, ...finiteFields] : curves)),
    extension(11, vector8(u8(0))),
  );
  if (hello.alpn?.length)
    parts.push(
      extension(16, vector16(Buffer.concat(hello.alpn.map((name) => vector8(Buffer.from(name, 'latin1')))))),
    );
  if (tls13 || hello.protocol === 'tls12') parts.push(extension(13, list16(signatureAlgorithms)));
  if (tls13)
    parts.push(
      extension(43, vector8(u16(versionOf.tls13))),
      extension(45, vector8(u8(1))),
      extension(51, keyShares()),
    );
  return Buffer.concat(parts);
}

export function encodeClientHello(hello: ClientHello): Buffer {
  const version = Math.min(versionOf[hello.protocol], versionOf.tls12);
  const tls13 = hello.protocol === 'tls13';
  const head = Buffer.concat([
    u16(version),
    randomBytes(32),
    vector8(tls13 ? randomBytes(32) : Buffer.alloc(0)),
    // Without extensions the signalling suite says that renegotiation is safe (RFC 5746 3.3).
    list16(hello.protocol === 'ssl3' ? [...hello.ciphers, 0x00ff] : hello.ciphers),
    vector8(u8(0)),
  ]);
  let body = head;
  if (hello.protocol !== 'ssl3') {
    let extensions = extensionsOf(hello);
    // Some load balancers hang on a hello of 256 to 511 bytes; padding lifts it over (RFC 7685).
    const length = 4 + head.length + 2 + extensions.length;
    if (length > 255 && length < 512)
      extensions = Buffer.concat([extensions, extension(21, Buffer.alloc(Math.max(0, 512 - length - 4)))]);
    body = Buffer.concat([head, vector16(extensions)]);
  }
  const message = Buffer.concat([u8(handshakeType.clientHello), u24(body.length), body]);
  const recordVersion = hello.protocol === 'ssl3' ? versionOf.ssl3 : versionOf.tls10;
  return Buffer.concat([u8(recordType.handshake), u16(recordVersion), vector16(message)]);
}
