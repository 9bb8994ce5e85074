import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from './strength.ts';

describe('a password', () => {
  test.each([
    ['', 'short'],
    ['kV9#', 'short'],
    ['tR7!mLq2$w', 'short'],
    ['gravel moon', 'short'],
    ['password', 'common'],
    ['P@ssw0rd123', 'common'],
    ['Welcome2024!', 'common'],
    ['Summer2024!', 'common'],
    ['letmein', 'common'],
    ['12345678', 'pattern'],
    ['abcdefghijklm', 'pattern'],
    ['asdfghjkl', 'pattern'],
    ['Barn-7654321', 'pattern'],
    ['Charlie1987', 'name'],
    ['michael!', 'name'],
    ['Liverpool#1', 'name'],
    ['aaaaaaaaaaaaaaaaaa', 'repeat'],
    ['purple purple purple', 'repeat'],
    ['teapotteapotteapot', 'repeat'],
    ['abababababababab', 'repeat'],
    ['Lavender25', 'short'],
    ['velvet otter climbs the ninth lantern', 'good'],
    ['gravel-umbrella-tuba-47', 'good'],
    ['h7#Kp2!vQx9$Lm4z', 'good'],
    ['marmalade trombone seventeen', 'good'],
  ])('%s is %s', (text, verdict) => {
    expect(judge(text).verdict).toBe(verdict);
  });
});

const anything = fc.string({ unit: 'grapheme', maxLength: 80 });
const words = fc.uniqueArray(
  fc.constantFrom(
    'gravel',
    'otter',
    'tuba',
    'lantern',
    'velvet',
    'pickle',
    'harbor',
    'thimble',
    'cactus',
    'banjo',
    'walnut',
    'ribbon',
  ),
  { minLength: 4, maxLength: 6 },
);

test('every text gets a verdict, and a scale from 0 to 100 that fits it', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const { verdict, percent } = judge(text);
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
      expect(verdict === 'good').toBe(percent >= 60);
    }),
  );
});

test('nothing under fifteen characters is good', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 14 }), (text) => {
      expect(judge(text).verdict).not.toBe('good');
    }),
  );
});

test('a piece said again and again is never good, however long', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 8 }),
      fc.integer({ min: 3, max: 10 }),
      (piece, times) => {
        expect(judge(piece.repeat(times)).verdict).not.toBe('good');
      },
    ),
  );
});

test('four different words are good, and one more never makes it weaker', () => {
  fc.assert(
    fc.property(words, fc.constantFrom(' ', '-', '. '), (some, between) => {
      const shorter = judge(some.slice(0, -1).join(between));
      const longer = judge(some.join(between));
      expect(longer.verdict).toBe('good');
      expect(longer.percent).toBeGreaterThanOrEqual(shorter.percent);
    }),
  );
});
