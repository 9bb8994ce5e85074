import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginHandshake,
  expectedSignature,
  fromHex,
  isSafeA,
  makeVerifier,
  N,
  padHex,
  powMod,
} from './srp.ts';

const timestamp = 'Mon Mar 2 17:00:00 UTC 2026';
const secretBlock = randomBytes(32).toString('base64');

/** The other side of the exchange, from its definition. */
function clientSignature(
  poolName: string,
  userId: string,
  password: string,
  a: bigint,
  challenge: { salt: string; B: string },
): string {
  const sha = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
  const k = fromHex(sha(padHex(N) + padHex(2n)));
  const [A, B] = [powMod(2n, a), fromHex(challenge.B)];
  const u = fromHex(sha(padHex(A) + padHex(B)));
  const inner = createHash('sha256').update(`${poolName}${userId}:${password}`).digest('hex');
  const x = fromHex(sha(padHex(fromHex(challenge.salt)) + inner));
  const base = (((B - k * powMod(2n, x)) % N) + N) % N;
  const S = powMod(base, a + u * x);
  const key = Buffer.from(
    hkdfSync(
      'sha256',
      Buffer.from(padHex(S), 'hex'),
      Buffer.from(padHex(u), 'hex'),
      'Caldera Derived Key',
      16,
    ),
  );
  const said = Buffer.concat([
    Buffer.from(poolName + userId),
    Buffer.from(secretBlock, 'base64'),
    Buffer.from(timestamp),
  ]);
  return createHmac('sha256', key).update(said).digest('base64');
}

const secretNumber = fc.bigInt({ min: 1n, max: 2n ** 256n });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test('both sides agree for the right password and for no other', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.string({ minLength: 1 }),
      secretNumber,
      bytes(16),
      (password, other, a, salt) => {
        fc.pre(other !== password);
        const identity = { poolName: 'CyberSafety1', userId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6' };
        const kept = makeVerifier(identity, password, salt);
        const { b, B } = beginHandshake(kept.verifier);
        const A = powMod(2n, a).toString(16);
        const expected = expectedSignature(identity, {
          A,
          B,
          b,
          verifier: kept.verifier,
          secretBlock,
          timestamp,
        });
        const sign = (typed: string) =>
          clientSignature(identity.poolName, identity.userId, typed, a, { salt: kept.salt, B });
        expect(sign(password)).toBe(expected);
        expect(sign(other)).not.toBe(expected);
      },
    ),
    { numRuns: 12, seed: 1 },
  );
});

test('salts with leading zeros or a set top bit survive', () => {
  const identity = { poolName: 'P1', userId: 'u' };
  for (const salt of [
    '00000000000000000000000000000001',
    'ffffffffffffffffffffffffffffffff',
    '0fffffffffffffffffffffffffffffff',
    '80000000000000000000000000000000',
  ]) {
    const kept = makeVerifier(identity, 'pw', Buffer.from(salt, 'hex'));
    const { b, B } = beginHandshake(kept.verifier);
    const expected = expectedSignature(identity, {
      A: powMod(2n, 99n).toString(16),
      B,
      b,
      verifier: kept.verifier,
      secretBlock,
      timestamp,
    });
    expect(clientSignature('P1', 'u', 'pw', 99n, { salt: kept.salt, B })).toBe(expected);
  }
});

test('padded hex is even, never looks negative and keeps the number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 3072n }), (value) => {
      const hex = padHex(value);
      expect(hex.length % 2).toBe(0);
      expect(hex).not.toMatch(/^[89a-f]/);
      expect(fromHex(hex)).toBe(value);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('powers agree with the native group', () => {
  const group = getDiffieHellman('modp15');
  for (let i = 0; i < 3; i++) {
    const made = group.generateKeys('hex');
    expect(powMod(2n, fromHex(group.getPrivateKey('hex')))).toBe(fromHex(made));
  }
});

test('no client value that is a multiple of N, which would make any password right', () => {
  for (const A of ['0', '00', padHex(N), (2n * N).toString(16), '', 'xyz', '-1', '0x10', 'f'.repeat(2000)])
    expect(isSafeA(A)).toBe(false);
  expect(isSafeA(powMod(2n, 12345n).toString(16))).toBe(true);
});

/** The same power by BigInt alone, as a measure. */
function bigIntPower(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

test('powers of any base agree with BigInt', () => {
  const cases: [bigint, bigint][] = [
    [0n, 3n],
    [1n, 3n],
    [N, 3n],
    [N + 1n, 4n],
    [N - 1n, 3n],
    [2n, 0n],
    [N - 3n, 2n ** 64n + 6n],
    [12345n, 2n ** 63n],
  ];
  for (const [base, exponent] of cases) expect(powMod(base, exponent)).toBe(bigIntPower(base, exponent));
});

test('a whole handshake of four powers costs less than two powers in BigInt', () => {
  const identity = { poolName: 'P1', userId: 'u' };
  const A = powMod(2n, 99n).toString(16);
  const handshake = () => {
    const { verifier } = makeVerifier(identity, 'pw');
    expectedSignature(identity, { A, ...beginHandshake(verifier), verifier, secretBlock, timestamp });
  };
  const shortest = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const { user, system } = process.cpuUsage();
        work();
        const after = process.cpuUsage();
        return after.user + after.system - user - system;
      }),
    );
  const exponent = fromHex(randomBytes(32).toString('hex'));
  expect(shortest(handshake)).toBeLessThan(2 * shortest(() => bigIntPower(N - 3n, exponent)));
});
