// Pages served over plain http have no crypto.subtle, and one call of it for each try would be slow; so the part of
// SHA-256 (FIPS 180-4) that proof of work needs stands here.

const isPrime = (n: number): boolean => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
};
const firstPrimes = (count: number): number[] => {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (isPrime(n)) primes.push(n);
  return primes;
};
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;

const rounds = Int32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));
const start = Int32Array.from(firstPrimes(8), (prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(64);

/** Longest text that fits one block. */
const longest = 55;

/** The first 32 bits of the SHA-256 hash of an ASCII text of at most 55 characters, as an unsigned number. */
export function firstHashWord(text: string): number {
  if (text.length > longest) throw new RangeError(`At most ${longest} characters can be hashed here.`);
  words.fill(0, 0, 16);
  for (let i = 0; i < text.length; i++) words[i >> 2]! |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  words[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8);
  words[15] = text.length * 8;
  for (let i = 16; i < 64; i++) {
    const near = words[i - 15]!;
    const far = words[i - 2]!;
    const s0 = ((near >>> 7) | (near << 25)) ^ ((near >>> 18) | (near << 14)) ^ (near >>> 3);
    const s1 = ((far >>> 17) | (far << 15)) ^ ((far >>> 19) | (far << 13)) ^ (far >>> 10);
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
  }
  let a = start[0]!;
  let b = start[1]!;
  let c = start[2]!;
  let d = start[3]!;
  let e = start[4]!;
  let f = start[5]!;
  let g = start[6]!;
  let h = start[7]!;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + words[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return (a + start[0]!) >>> 0;
}
