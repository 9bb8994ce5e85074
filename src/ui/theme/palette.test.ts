import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, hexOfOklch, oklchOf } from './color.ts';
import { paletteOf, scaleOf, type NeutralName, type Scheme } from './palette.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const scheme = fc.constantFrom<Scheme>('light', 'dark');
const neutral = fc.constantFrom<NeutralName>('cool', 'warm', 'plum');

// WCAG 2.2: 4.5 for text (1.4.3), 3 for shapes and control edges (1.4.11).
const TEXT = 4.5;
const SHAPE = 3;

describe('colours', () => {
  it('knows the extremes of contrast', () => {
    expect(contrast('#000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#777777')).toBe(1);
  });

  it('comes back from OKLCH unchanged', () => {
    fc.assert(
      fc.property(hex, (color) => {
        expect(hexOfOklch(oklchOf(color))).toBe(color);
      }),
    );
  });

  it('refuses what is not a hex colour', () => {
    expect(() => oklchOf('teal')).toThrow(RangeError);
  });
});

describe('any accent, in light and dark', () => {
  const each = (check: (palette: ReturnType<typeof paletteOf>) => void) =>
    fc.assert(
      fc.property(hex, neutral, scheme, (accent, tinge, name) =>
        check(paletteOf({ accent, neutral: tinge }, name)),
      ),
      { numRuns: 300 },
    );

  it('gives readable buttons', () =>
    each(({ accent, danger }) => {
      for (const { filled, filledHover, onFilled } of [accent, danger]) {
        expect(contrast(filled, onFilled)).toBeGreaterThanOrEqual(TEXT);
        expect(contrast(filledHover, onFilled)).toBeGreaterThanOrEqual(TEXT);
      }
    }));

  it('gives readable text on every surface', () =>
    each(({ accent, surface }) => {
      for (const ground of [surface.canvas, surface.card, surface.raised, surface.hover]) {
        for (const text of [surface.text, surface.dimmed, accent.text])
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT);
      }
      for (const ground of [accent.tint, accent.tintHover])
        expect(contrast(accent.text, ground)).toBeGreaterThanOrEqual(TEXT);
      for (const ground of [accent.tint, accent.tintHover])
        expect(contrast(surface.text, ground)).toBeGreaterThanOrEqual(TEXT);
    }));

  it('gives visible focus, marks and field edges', () =>
    each(({ accent, surface }) => {
      for (const ground of [surface.canvas, surface.card, surface.raised]) {
        expect(contrast(accent.solid, ground)).toBeGreaterThanOrEqual(SHAPE);
        expect(contrast(surface.control, ground)).toBeGreaterThanOrEqual(SHAPE);
      }
    }));

  it('keeps severities, grades and feedback readable', () =>
    each(({ severity, grade, feedback, surface }) => {
      for (const tone of [...Object.values(severity), ...Object.values(grade), ...Object.values(feedback)]) {
        expect(contrast(tone.text, tone.tint)).toBeGreaterThanOrEqual(TEXT);
        expect(contrast(tone.text, surface.card)).toBeGreaterThanOrEqual(TEXT);
        expect(contrast(tone.solid, surface.card)).toBeGreaterThanOrEqual(SHAPE);
      }
    }));

  it('keeps the brand panel readable', () =>
    each(({ panel }) => {
      for (const ground of [panel.ground, panel.card])
        expect(contrast(panel.text, ground)).toBeGreaterThanOrEqual(TEXT);
      expect(contrast(panel.mark, panel.ground)).toBeGreaterThanOrEqual(SHAPE);
    }));

  it('makes a scale of ten that darkens and carries white text from step 6', () =>
    fc.assert(
      fc.property(hex, (accent) => {
        const scale = scaleOf(accent);
        expect(scale).toHaveLength(10);
        for (const step of scale.slice(6)) expect(contrast(step, '#ffffff')).toBeGreaterThanOrEqual(TEXT);
        const lightness = scale.map((step) => oklchOf(step).l);
        expect(lightness).toEqual(lightness.toSorted((a, b) => b - a));
      }),
    ));
});
