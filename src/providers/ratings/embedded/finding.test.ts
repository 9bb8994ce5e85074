import { expect, test } from 'vitest';
import { makeFinding } from './finding.ts';
import { now } from './testing/findings.ts';

test('what strangers write stays one plain line', () => {
  const hostile = makeFinding(
    'spf-invalid',
    `a\u202e\n<b>${'x'.repeat(400)}`,
    `1\u0000\r\n2\u200b ${'y'.repeat(1000)}`,
    now,
  );
  expect(hostile.asset).toHaveLength(300);
  expect(hostile.evidence.slice(0, 4)).toBe('1 2 ');
  expect(hostile.evidence).toHaveLength(300);
});
