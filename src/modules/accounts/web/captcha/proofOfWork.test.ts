import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { solve, solveSlowly } from './proofOfWork.ts';
import { firstHashWord } from './sha256.ts';

const ascii = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 55,
});

test('the hash is SHA-256', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      expect(firstHashWord(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE(0));
    }),
    { numRuns: 500 },
  );
  for (const text of ['', 'abc', 'x'.repeat(55)])
    expect(firstHashWord(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE(0));
  expect(() => firstHashWord('x'.repeat(56))).toThrow(RangeError);
});

test('what browsers solve, with a worker or without, the server takes', async () => {
  const { captcha } = (await testPortal()).base.providers;
  const visitor = { ip: '203.0.113.7', host: 'portal.test' };
  const token = solve(await captcha.challenge!('sign-up', visitor));
  const other = await solveSlowly(await captcha.challenge!('sign-up', visitor), new AbortController().signal);
  for (const one of [token, other])
    expect(await captcha.verify(one, 'sign-up', visitor)).toMatchObject({ success: true });
});

test('work that nobody waits for any more is given up', async () => {
  const impossible = { challenge: 'x.y', seed: 'seed', pieces: 8, bits: 32 };
  const stop = new AbortController();
  const working = solveSlowly(impossible, stop.signal);
  stop.abort(new Error('gone'));
  await expect(working).rejects.toThrow('gone');
});
