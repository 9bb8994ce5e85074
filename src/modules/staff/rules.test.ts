import { expect, test } from 'vitest';
import { clockText, isInScope, reasonProblem } from './rules.ts';

test.each([
  ['', true],
  ['  abc  ', true],
  ['abcde', false],
  ['x'.repeat(500), false],
  ['x'.repeat(501), true],
])('a reason %j is refused: %s', (reason, refused) => {
  expect(reasonProblem(reason) !== null).toBe(refused);
});

test.each([
  [3600, '60:00'],
  [3599.2, '60:00'],
  [3545, '59:05'],
  [0.4, '00:01'],
  [0, '00:00'],
  [-3, '00:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

test.each([
  [null, 'harborline', true],
  ['harborline', 'harborline', true],
  ['harborline', 'cyber-safety', false],
])('staff of %s see %s: %s', (own, brand, sees) => {
  expect(isInScope(own, brand)).toBe(sees);
});
