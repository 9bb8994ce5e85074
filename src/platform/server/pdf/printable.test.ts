import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from './fonts.ts';
import { printable, safeLink } from './printable.ts';

describe('printable text', () => {
  it.each([
    ['Smith & Sons', 'Smith & Sons'],
    ['Café Müller – Łódź', 'Café Müller – Łódź'],
    ['cafe\u0301', 'café'],
    ['\u202etxt.exe', '□txt.exe'],
    ['a\u0000b', 'a□b'],
    ['soft\u00adhyphen\u200b', 'softhyphen'],
    ['漢字 😀', '□□ □'],
    [`z${'\u0301'.repeat(50)}!`, 'ź□!'],
    ['one\r\ntwo\tthree', 'one two three'],
  ])('%j becomes %j', (text, expected) => {
    expect(printable(text, 'regular')).toBe(expected);
  });

  it('shows what cannot be seen as escapes where evidence is quoted', () => {
    expect(printable('a\u0000\u001b[31m\u202e\u200b', 'mono', { escape: true })).toBe(
      'a\\x00\\x1b[31m\\u{202E}\\u{200B}',
    );
  });

  it('keeps lines where asked and cuts what is too long', () => {
    expect(printable('one\r\ntwo\n', 'mono', { lines: true })).toBe('one\ntwo\n');
    expect(printable('x'.repeat(30), 'regular', { limit: 10 })).toBe(`${'x'.repeat(10)}…`);
  });

  it('gives only characters that the face draws, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean(), (text, escape) => {
        for (const char of printable(text, 'regular', { escape }))
          expect(covers('regular', char.codePointAt(0) ?? 0)).toBe(true);
      }),
    );
  });
});

describe('links', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address', ''])(
    'refuses %j',
    (address) => {
      expect(safeLink(address)).toBeNull();
    },
  );
  it.each(['https://a.example/b', 'http://a.example/', 'mailto:support@a.example'])(
    'allows %j',
    (address) => {
      expect(safeLink(address)).toBe(address);
    },
  );
});
