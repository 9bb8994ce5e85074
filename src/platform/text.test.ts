import { describe, expect, test } from 'vitest';
import { oneLine, severalLines } from './text.ts';

describe('typed text', () => {
  test.each([
    ['  Acme \t Widgets\n Inc. ', 'Acme Widgets Inc.'],
    ['Acme\u0000\u202eInc', 'Acme Inc'],
    ['Ac\ud800me', 'Ac\ufffdme'],
    ['Zoë O’Neill-Ñandú 株式会社', 'Zoë O’Neill-Ñandú 株式会社'],
  ])('%j is kept as %j', (given, kept) => expect(oneLine(given)).toBe(kept));
  test('several lines stay several lines', () => {
    expect(severalLines(' one \r\n\r\n\r\n\r\n two\u0000 ')).toBe('one\n\ntwo');
  });
});
