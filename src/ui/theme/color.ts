/** Colours as OKLCH: lightness 0–1, chroma 0–0.4, hue in degrees. Equal steps of lightness look equal, which sRGB does not give. */
export type Oklch = { l: number; c: number; h: number };

type Rgb = [number, number, number];

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Reads `#rgb` or `#rrggbb` as channels 0–1; throws a RangeError on anything else. */
function rgbOf(hex: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1);
  if (!parts) throw new RangeError(`Not a hex colour: ${hex}`);
  return parts.map((part) => Number.parseInt(part, 16) / 255) as Rgb;
}

const hexOf = (rgb: Rgb) =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Hex to OKLCH. Matrices: Björn Ottosson, "A perceptual color space for image processing" (2020). */
export function oklchOf(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex).map(toLinear) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

function linearOf({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** OKLCH to hex; a colour outside sRGB loses chroma, never hue or lightness. */
export function hexOfOklch(color: Oklch): string {
  let chroma = color.c;
  let rgb = linearOf(color);
  while (chroma > 0 && rgb.some((value) => value < -0.0005 || value > 1.0005)) {
    chroma = Math.max(0, chroma - 0.004);
    rgb = linearOf({ ...color, c: chroma });
  }
  return hexOf(rgb.map((value) => toGamma(Math.min(1, Math.max(0, value)))) as Rgb);
}

function luminanceOf(hex: string): number {
  const [r, g, b] = rgbOf(hex).map(toLinear) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio of two hex colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour nearest to `color`, moved only in lightness (`step` per move), that reaches `ratio` against every ground. */
export function readable(color: Oklch, grounds: string[], ratio: number, step: number): string {
  let { l } = color;
  let hex = hexOfOklch(color);
  while (l > 0 && l < 1 && grounds.some((ground) => contrast(hex, ground) < ratio)) {
    l = Math.min(1, Math.max(0, l + step));
    hex = hexOfOklch({ ...color, l });
  }
  return hex;
}
