import { expect, test } from 'vitest';
import { fixParts } from './fixParts.ts';

test.each([
  ['one sentence.', [[false, 'one sentence.']]],
  ['1. Do this;\n2. Then that;', [[false, '1. Do this;\n2. Then that;']]],
  [
    '1. Send it:\n   X-Frame-Options: DENY\n2. Scan.',
    [
      [false, '1. Send it:'],
      [true, '   X-Frame-Options: DENY'],
      [false, '2. Scan.'],
    ],
  ],
  [
    'Use:\n```\na b\n```\nThen scan.',
    [
      [false, 'Use:'],
      [true, 'a b'],
      [false, 'Then scan.'],
    ],
  ],
  [
    'Django: url_has_allowed_host(url)\nPHP: if ($a) { b(); }',
    [[true, 'Django: url_has_allowed_host(url)\nPHP: if ($a) { b(); }']],
  ],
  [
    '.NET: command.Parameters.AddWithValue("@id", id)',
    [[true, '.NET: command.Parameters.AddWithValue("@id", id)']],
  ],
  ['Note: keep the old key for a day.', [[false, 'Note: keep the old key for a day.']]],
  ['', []],
])('%j', (fix, parts) => {
  expect(fixParts(fix).map(({ code, text }) => [code, text])).toEqual(parts);
});

test('a text made to be slow to read is read all the same', () => {
  const text = `Abc: ${'a('.repeat(200_000)}\n${'A-'.repeat(200_000)}`;
  expect(
    fixParts(text)
      .map((part) => part.text)
      .join('\n'),
  ).toBe(text);
});
