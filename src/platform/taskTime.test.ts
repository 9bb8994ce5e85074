import { expect, test } from 'vitest';
import { aboutTime, documentMinutes, effort, promisedMinutes, questionSeconds, wordsIn } from './taskTime.ts';

test.each([
  ['', 0],
  ['One, two — three.', 3],
  ['  Ünï 2FA\n\n- list', 3],
])('%j has %i words', (text, words) => expect(wordsIn(text)).toBe(words));

test('time follows from the words and from what is asked', () => {
  expect(questionSeconds('word '.repeat(220))).toBe(80);
  expect(documentMinutes('word '.repeat(1100), 4)).toBe(7);
  expect(documentMinutes('', 0)).toBe(1);
});

test.each([
  [0, 0],
  [1, 5],
  [300, 5],
  [301, 10],
])('%i seconds are promised as %i minutes', (seconds, minutes) =>
  expect(promisedMinutes(seconds)).toBe(minutes),
);

test.each([
  [0, '0 min', 'about 0 minutes'],
  [1, '1 min', 'about 1 minute'],
  [60, '1 h', 'about 1 hour'],
  [90, '1 h 30 min', 'about 1 hour 30 minutes'],
  [121, '2 h 1 min', 'about 2 hours 1 minute'],
])('%i minutes read %s, and %s', (minutes, short, long) =>
  expect([effort(minutes), aboutTime(minutes)]).toEqual([short, long]),
);
