import { contrast } from '#platform/server/pdf/brand/brand.ts';
import type { BillingBrand } from '../../port.ts';

const plain = /^#[0-9a-f]{6}$/i;
const fallback = '#0f766e';
const ink = '#10161a';

const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const mix = (color: string, into: string, share: number): string =>
  `#${partsOf(color)
    .map((part, index) =>
      Math.round(part + (partsOf(into)[index]! - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** A colour moved step by step towards another until it reads on a ground (WCAG 1.4.3). */
function readable(color: string, towards: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.02)
    if (contrast(mix(color, towards, share), ground) >= 4.6) return mix(color, towards, share);
  return towards;
}

/** The same hue, light enough for dark ground: mixed with white it would turn grey, so its parts are lifted in proportion first. */
function lifted(color: string): string {
  const parts = partsOf(color);
  const factor = 190 / Math.max(...parts, 1);
  const bright = `#${parts
    .map((part) =>
      Math.min(255, Math.round(part * Math.max(1, factor)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
  return mix(bright, '#ffffff', 0.12);
}

/** The brand's accent as variables of both schemes; whatever the colour, what is read in it or on it can be read. */
export function accentVariables({ accent }: Pick<BillingBrand, 'accent'>): string {
  const color = plain.test(accent) ? accent : fallback;
  const [card, night] = ['#ffffff', '#1c2327'];
  const tint = { light: mix(color, card, 0.92), dark: mix(color, night, 0.78) };
  const text = {
    light: readable(color, '#000000', tint.light),
    dark: readable(lifted(color), '#ffffff', tint.dark),
  };
  return `:root{--accent:light-dark(${text.light},${text.dark});--on-accent:light-dark(#ffffff,${ink});--tint:light-dark(${tint.light},${tint.dark})}`;
}

/** An address that a link or picture may have; anything but the web's own becomes the start page. */
export function webAddress(address: string, base: string): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : new URL('/', base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : new URL('/', base);
}
