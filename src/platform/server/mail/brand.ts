import { accentOf, contrast } from '#platform/server/pdf/brand/brand.ts';

/** Whose mail it is. A plain type: the kit knows nothing of how brands are configured. */
export type MailBrand = {
  nameLong: string;
  nameShort: string;
  /** `#rrggbb`; darkened where needed to be read. */
  accent: string;
  radius: 'rounded' | 'square';
  /** Where a person answers: `support@…`. */
  supportAddress: string;
  /** Which address its mails come from, where not from that of the installation. */
  fromAddress?: string;
  /** Address of the portal of this brand, without a slash at the end; links are built from it, never from a request. */
  webAddress: string;
  /** Absent where it cannot be drawn: the name takes its place. */
  logo?: MailLogo;
  /** The privacy page, for the footer. */
  privacyAddress?: string;
};

/**
 * The logo on light and on dark ground, inside the mail itself: many programs load no picture from elsewhere before they are
 * asked, and one that did would tell when the mail was opened.
 */
export type MailLogo = { width: number; height: number; light: MailImage; dark: MailImage };
/** `id` names the picture within the mail; `png` is base64. */
export type MailImage = { id: string; png: string };

/** Colours of a mail on light and on dark ground. */
export type MailTheme = {
  accent: string;
  tint: string;
  /** Accent that reads on the dark card, and the ink that reads on it. */
  darkAccent: string;
  darkAccentInk: string;
  radius: { card: string; control: string };
  monogram: string;
};

export const ground = {
  canvas: '#f3f5f6',
  card: '#ffffff',
  line: '#dfe4e6',
  ink: '#16211f',
  soft: '#55625f',
} as const;
export const darkGround = {
  canvas: '#0e1315',
  card: '#171e21',
  line: '#2c363a',
  ink: '#e8edee',
  soft: '#a3aeb1',
  tint: '#1f282c',
} as const;

const hexOf = (parts: readonly number[]) =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** A colour made brighter, then paler, step by step until it reads on dark ground: it stays as vivid as it can. */
function lightened(color: string, on: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const brightest = 255 / Math.max(1, ...parts);
  const vivid = parts.map((part) => part * brightest);
  const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  const brighter = steps.map((share) => parts.map((part, i) => part + (vivid[i]! - part) * share));
  const paler = steps.map((share) => vivid.map((part) => part + (255 - part) * share));
  return [...brighter, ...paler].map(hexOf).find((candidate) => contrast(candidate, on) >= 6) ?? '#ffffff';
}

/** First letters of the first two words of a name. */
const monogramOf = (name: string): string =>
  name
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('');

export function mailTheme(brand: MailBrand): MailTheme {
  const { accent, tint } = accentOf(brand.accent);
  const square = brand.radius === 'square';
  return {
    accent,
    tint,
    darkAccent: lightened(accent, darkGround.card),
    darkAccentInk: '#0b0f10',
    radius: square ? { card: '0', control: '0' } : { card: '12px', control: '8px' },
    monogram: monogramOf(brand.nameShort),
  };
}
