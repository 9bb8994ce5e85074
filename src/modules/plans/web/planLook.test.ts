import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '#ui/theme/color.ts';
import { surfaceOf, type Scheme } from '#ui/theme/palette.ts';
import { planLook } from './planLook.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each<Scheme>(['light', 'dark'])(
  'whatever colours a plan is given, its card can be seen and read in %s',
  (scheme) => {
    const { card } = surfaceOf(scheme, 'cool');
    fc.assert(
      fc.property(fc.record({ border: hex, button: hex, shadow: hex }), (colors) => {
        const look = planLook(colors, scheme);
        expect(contrast(look['--plan-border']!, card)).toBeGreaterThanOrEqual(3);
        expect(contrast(look['--plan-mark']!, card)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(look['--plan-button-text']!, look['--plan-button']!)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(look['--plan-button-text']!, look['--plan-button-hover']!)).toBeGreaterThanOrEqual(
          4.5,
        );
      }),
    );
  },
);
