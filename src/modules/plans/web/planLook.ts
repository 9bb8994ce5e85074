import type { CSSProperties } from 'react';
import { oklchOf } from '#ui/theme/color.ts';
import { accentOf, surfaceOf, toneOf, type Scheme } from '#ui/theme/palette.ts';
import type { EligiblePlan } from '../contract.ts';

/** A plan's own colours as CSS variables: moved in lightness until they can be seen and read in the scheme (WCAG AA). */
export function planLook(colors: EligiblePlan['planColors'], scheme: Scheme) {
  const surface = surfaceOf(scheme, 'cool');
  const button = accentOf(colors.button, scheme, surface);
  return {
    '--plan-border': accentOf(colors.border, scheme, surface).solid,
    '--plan-mark': toneOf(oklchOf(colors.button), scheme, surface).text,
    '--plan-shadow': colors.shadow,
    '--plan-button': button.filled,
    '--plan-button-hover': button.filledHover,
    '--plan-button-text': button.onFilled,
  } as CSSProperties & Record<`--plan-${string}`, string>;
}
