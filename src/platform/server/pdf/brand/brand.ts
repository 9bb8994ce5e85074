/** A drawing that pdfkit can repeat as vectors: SVG path data in the coordinates of the view box. */
export type PdfVectorLogo = {
  viewBox: readonly [x: number, y: number, width: number, height: number];
  paths: readonly { d: string; fill: string }[];
};

/** Bytes of a PNG or JPEG file. */
export type PdfImageLogo = { image: Uint8Array };

/** Whose document it is: names, mark and colour. Without a logo the long name takes its place. */
export type PdfBrand = {
  nameLong: string;
  nameShort: string;
  logo?: PdfVectorLogo | PdfImageLogo;
  /** `#rrggbb`; darkened where needed to be read on white. */
  color: string;
  emailDomain: string;
};

type Rgb = readonly [number, number, number];

const fallbackAccent = '#0f766e';

function rgbOf(color: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(color.trim());
  if (!match) return null;
  return [
    Number.parseInt(match[1] ?? '', 16),
    Number.parseInt(match[2] ?? '', 16),
    Number.parseInt(match[3] ?? '', 16),
  ];
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two `#rrggbb` colours as WCAG counts it, 1 to 21. */
export function contrast(a: string, b: string): number {
  const first = luminance(rgbOf(a) ?? [0, 0, 0]);
  const second = luminance(rgbOf(b) ?? [0, 0, 0]);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** The brand's colour, darkened step by step until text in it reads on white and on its own tint. */
export function accentOf(color: string): { accent: string; tint: string } {
  const base = rgbOf(color) ?? rgbOf(fallbackAccent) ?? [0, 0, 0];
  for (let share = 0; share < 1; share += 0.02) {
    const dark = mix(base, [0, 0, 0], share);
    const tint = hexOf(mix(dark, [255, 255, 255], 0.93));
    if (contrast(hexOf(dark), tint) >= 4.6) return { accent: hexOf(dark), tint };
  }
  return { accent: '#000000', tint: '#f2f2f2' };
}

/** A fill of a logo path: its own colour where that is plain, else the accent. */
export const fillOf = (fill: string, accent: string): string => (rgbOf(fill) ? fill : accent);
