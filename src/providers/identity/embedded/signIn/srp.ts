import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  getDiffieHellman,
  hkdfSync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

// RFC 3526 group 15 (3072 bit), generator 2, SHA-256: the group of every Cognito client
const prime = getDiffieHellman('modp15').getPrime();
export const N = BigInt(`0x${prime.toString('hex')}`);
const g = 2n;

/** An integer as an even number of hex digits that no reader takes for a negative one: `00` in front of a set top bit. */
export function padHex(value: bigint): string {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return /^[89a-f]/.test(even) ? `00${even}` : even;
}

export const fromHex = (hex: string): bigint => BigInt(`0x${hex || '0'}`);
const bytes = (value: bigint): Buffer => Buffer.from(padHex(value), 'hex');
const hash = (...parts: Buffer[]): bigint => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return fromHex(sum.digest('hex'));
};

const k = hash(bytes(N), bytes(g));

const modulus = prime.toString('base64url');

/**
 * base ^ exponent mod N, for exponents below N. BigInt takes about seven times as long, all of it on the event loop. RSA
 * without padding is that very power, and OpenSSL's only form of it that takes any base: Diffie-Hellman first checks, for
 * seconds, a group whose generator is not its own.
 */
export function powMod(base: bigint, exponent: bigint): bigint {
  const key = createPublicKey({
    key: { kty: 'RSA', n: modulus, e: bytes(exponent).toString('base64url') },
    format: 'jwk',
  });
  const padded = Buffer.from((base % N).toString(16).padStart(prime.length * 2, '0'), 'hex');
  return fromHex(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded).toString('hex'));
}

export type SrpIdentity = { poolName: string; userId: string };

/** What is kept of a password for SRP, both as hex. */
export function makeVerifier(
  { poolName, userId }: SrpIdentity,
  password: string,
  salt: Uint8Array = randomBytes(16),
): { salt: string; verifier: string } {
  const inner = createHash('sha256').update(`${poolName}${userId}:${password}`).digest();
  const saltNumber = fromHex(Buffer.from(salt).toString('hex'));
  const x = hash(bytes(saltNumber), inner);
  return { salt: padHex(saltNumber), verifier: powMod(g, x).toString(16) };
}

/** Server's half of a handshake: the secret exponent and the value sent to the client, both as hex. */
export function beginHandshake(verifier: string): { b: string; B: string } {
  for (;;) {
    const b = fromHex(randomBytes(32).toString('hex'));
    const B = (k * fromHex(verifier) + powMod(g, b)) % N;
    if (B !== 0n) return { b: b.toString(16), B: B.toString(16) };
  }
}

/** True for a client value that the protocol allows: 1 to N - 1 modulo N, never a multiple of N, which would make any password right. */
export const isSafeA = (A: string): boolean => /^[0-9a-f]{1,1024}$/i.test(A) && fromHex(A) % N !== 0n;

/** The signature that a client with the right password sends, as base64. `secretBlock` is base64. */
export function expectedSignature(
  identity: SrpIdentity,
  handshake: { A: string; B: string; b: string; verifier: string; secretBlock: string; timestamp: string },
): string {
  const [A, B] = [fromHex(handshake.A), fromHex(handshake.B)];
  const u = hash(bytes(A), bytes(B));
  const S = powMod(A * powMod(fromHex(handshake.verifier), u), fromHex(handshake.b));
  const key = Buffer.from(hkdfSync('sha256', bytes(S), bytes(u), 'Caldera Derived Key', 16));
  return createHmac('sha256', key)
    .update(identity.poolName)
    .update(identity.userId)
    .update(Buffer.from(handshake.secretBlock, 'base64'))
    .update(handshake.timestamp)
    .digest('base64');
}
