import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf, contrast } from './brand.ts';
import { tones } from '../theme.ts';

describe('colours', () => {
  it('makes any brand colour readable on white and on its tint', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const { accent, tint } = accentOf(`#${value.toString(16).padStart(6, '0')}`);
        expect(contrast(accent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent, tint)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
  it('leaves a colour alone that reads already', () => {
    expect(accentOf('#0f766e').accent).toBe('#0f766e');
  });
  it('falls back where the brand names no colour', () => {
    expect(accentOf('teal').accent).toBe(accentOf('#0f766e').accent);
  });
  it.each(Object.entries(tones))(
    '%s: text reads on its tint, the solid stands out from white',
    (_tone, colors) => {
      expect(contrast(colors.text, colors.tint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colors.solid, '#ffffff')).toBeGreaterThanOrEqual(3);
    },
  );
});
