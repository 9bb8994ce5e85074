import { contrast, hexOfOklch, oklchOf, readable, type Oklch } from './color.ts';

export type Scheme = 'light' | 'dark';
export type SeverityName = 'critical' | 'high' | 'medium' | 'low' | 'info';
export type GradeName = 'a' | 'b' | 'c' | 'd' | 'f';
export type FeedbackName = 'success' | 'warning' | 'danger';

/** One meaningful colour: `solid` draws shapes (3:1 on surfaces), `text` is read on surfaces and on `tint` (4.5:1). */
export type Tone = { solid: string; text: string; tint: string; border: string };

/** A brand's accent: `filled` carries `onFilled` at 4.5:1, `solid` and `text` as in Tone. */
export type Accent = Tone & {
  filled: string;
  filledHover: string;
  onFilled: string;
  tintHover: string;
};

export type Surface = {
  canvas: string;
  card: string;
  raised: string;
  hover: string;
  border: string;
  control: string;
  text: string;
  dimmed: string;
  disabled: string;
  onDisabled: string;
};

// WCAG 2.2: 1.4.3 text, 1.4.11 shapes; a little above, since browsers round.
const TEXT = 4.6;
const SHAPE = 3.05;

const NEUTRAL = {
  cool: { c: 0.012, h: 235 },
  warm: { c: 0.009, h: 70 },
  plum: { c: 0.012, h: 310 },
} as const;
export type NeutralName = keyof typeof NEUTRAL;

const LIGHTNESS = {
  light: {
    canvas: 0.977,
    card: 1,
    raised: 1,
    hover: 0.962,
    border: 0.905,
    control: 0.655,
    text: 0.245,
    dimmed: 0.49,
    disabled: 0.94,
    onDisabled: 0.62,
  },
  dark: {
    canvas: 0.178,
    card: 0.215,
    raised: 0.25,
    hover: 0.262,
    border: 0.315,
    control: 0.52,
    text: 0.935,
    dimmed: 0.735,
    disabled: 0.275,
    onDisabled: 0.56,
  },
} as const satisfies Record<Scheme, Record<keyof Surface, number>>;

/** Canvas, cards, lines and text of one scheme. */
export function surfaceOf(scheme: Scheme, neutral: NeutralName): Surface {
  const { c, h } = NEUTRAL[neutral];
  const at = (l: number): Oklch => ({ l, c: l > 0.95 ? c * 0.35 : c, h });
  const steps = LIGHTNESS[scheme];
  const plain = Object.fromEntries(
    Object.entries(steps).map(([name, l]) => [name, l === 1 ? '#ffffff' : hexOfOklch(at(l))]),
  ) as Surface;
  const away = scheme === 'light' ? -0.005 : 0.005;
  const grounds = [plain.canvas, plain.card, plain.raised, plain.hover];
  return {
    ...plain,
    dimmed: readable(at(steps.dimmed), grounds, TEXT, away),
    control: readable(at(steps.control), [plain.card, plain.canvas, plain.raised], SHAPE, away),
  };
}

/** A tone from a hue on the surfaces of a scheme. */
export function toneOf(color: Oklch, scheme: Scheme, surface: Surface): Tone {
  const light = scheme === 'light';
  const away = light ? -0.005 : 0.005;
  const tint = hexOfOklch({
    ...color,
    l: light ? 0.965 : 0.28,
    c: Math.min(color.c, light ? 0.018 : 0.04),
  });
  const grounds = [surface.canvas, surface.card, surface.raised];
  return {
    tint,
    solid: readable(
      { ...color, l: light ? color.l : Math.max(color.l, 0.66) },
      [...grounds, tint],
      SHAPE,
      away,
    ),
    text: readable(
      {
        ...color,
        l: light ? Math.min(color.l, 0.5) : 0.78,
        c: Math.min(color.c, light ? 0.2 : 0.14),
      },
      [...grounds, surface.hover, tint],
      TEXT,
      away,
    ),
    border: hexOfOklch({
      ...color,
      l: light ? 0.87 : 0.42,
      c: Math.min(color.c, light ? 0.045 : 0.065),
    }),
  };
}

const INK = '#10161a';

/** The brand's accent in one scheme. Pale accents keep their colour and carry dark text; the others darken until white reads on them. */
export function accentOf(hex: string, scheme: Scheme, surface: Surface): Accent {
  const brand = oklchOf(hex);
  const tone = toneOf(brand, scheme, surface);
  const hover = hexOfOklch({
    ...brand,
    l: scheme === 'light' ? 0.94 : 0.325,
    c: Math.min(brand.c, scheme === 'light' ? 0.026 : 0.05),
  });
  const text = readable(oklchOf(tone.text), [hover, tone.tint], TEXT, scheme === 'light' ? -0.005 : 0.005);
  const common = { ...tone, text, tintHover: hover };
  if (scheme === 'dark') {
    const base = {
      ...brand,
      l: Math.min(0.86, Math.max(brand.l, 0.74)),
      c: Math.min(brand.c, 0.13),
    };
    const filled = readable(base, [INK], TEXT, 0.005);
    return {
      ...common,
      filled,
      filledHover: hexOfOklch({ ...oklchOf(filled), l: oklchOf(filled).l + 0.05 }),
      onFilled: INK,
    };
  }
  if (contrast(hex, '#ffffff') < 2.6) {
    const filled = readable({ ...brand, l: Math.min(brand.l, 0.9) }, [INK], TEXT, 0.005);
    return {
      ...common,
      filled,
      filledHover: readable({ ...oklchOf(filled), l: oklchOf(filled).l - 0.04 }, [INK], TEXT, 0.005),
      onFilled: INK,
    };
  }
  const filled = readable(brand, ['#ffffff'], TEXT, -0.005);
  const deep = oklchOf(filled);
  return {
    ...common,
    filled,
    filledHover: hexOfOklch({
      ...deep,
      l: Math.max(0, deep.l < 0.2 ? deep.l + 0.08 : deep.l - 0.05),
    }),
    onFilled: '#ffffff',
  };
}

const SEVERITY: Record<SeverityName, Oklch> = {
  critical: { l: 0.44, c: 0.17, h: 5 },
  high: { l: 0.58, c: 0.2, h: 27 },
  medium: { l: 0.69, c: 0.15, h: 62 },
  low: { l: 0.64, c: 0.12, h: 245 },
  info: { l: 0.62, c: 0.025, h: 250 },
};

const GRADE: Record<GradeName, Oklch> = {
  a: { l: 0.56, c: 0.12, h: 155 },
  b: { l: 0.62, c: 0.13, h: 130 },
  c: { l: 0.7, c: 0.14, h: 85 },
  d: { l: 0.65, c: 0.16, h: 50 },
  f: { l: 0.56, c: 0.2, h: 25 },
};

const FEEDBACK: Record<FeedbackName, Oklch> = {
  success: { l: 0.56, c: 0.12, h: 155 },
  warning: { l: 0.68, c: 0.14, h: 75 },
  danger: { l: 0.55, c: 0.19, h: 25 },
};

const tones = <Name extends string>(colors: Record<Name, Oklch>, scheme: Scheme, surface: Surface) =>
  Object.fromEntries(
    Object.entries<Oklch>(colors).map(([name, color]) => [name, toneOf(color, scheme, surface)]),
  ) as Record<Name, Tone>;

/** The deep ground of the sign-in panel, with its light text and marks. */
export type Panel = { ground: string; card: string; line: string; text: string; mark: string };

function panelOf(hex: string, scheme: Scheme): Panel {
  const { c, h } = oklchOf(hex);
  const at = (l: number, chroma: number) => hexOfOklch({ l, c: Math.min(c, chroma), h });
  const lift = scheme === 'light' ? 0 : -0.07;
  return {
    ground: at(0.315 + lift, 0.085),
    card: at(0.365 + lift, 0.085),
    line: at(0.46 + lift, 0.075),
    text: at(0.975, 0.01),
    mark: at(0.83, 0.11),
  };
}

export type Palette = {
  panel: Panel;
  surface: Surface;
  accent: Accent;
  danger: Accent;
  severity: Record<SeverityName, Tone>;
  grade: Record<GradeName, Tone>;
  feedback: Record<FeedbackName, Tone>;
};

/** Every colour of one scheme; all pairs that are read together meet WCAG AA whatever the accent. */
export function paletteOf(brand: { accent: string; neutral?: NeutralName }, scheme: Scheme): Palette {
  const surface = surfaceOf(scheme, brand.neutral ?? 'cool');
  return {
    panel: panelOf(brand.accent, scheme),
    surface,
    accent: accentOf(brand.accent, scheme, surface),
    danger: accentOf(hexOfOklch(FEEDBACK.danger), scheme, surface),
    severity: tones(SEVERITY, scheme, surface),
    grade: tones(GRADE, scheme, surface),
    feedback: tones(FEEDBACK, scheme, surface),
  };
}

/** Ten steps from near white to near black in the accent's hue, as Mantine wants them; step 6 carries white text. */
export function scaleOf(hex: string): string[] {
  const brand = oklchOf(hex);
  const base = oklchOf(readable(brand, ['#ffffff'], TEXT, -0.005)).l;
  const light = [0.97, 0.935, 0.885, 0.82, 0.74, 0.65].map((l, step) => ({
    l: Math.max(l, base + 0.02),
    c: Math.min(brand.c, 0.022 + step * 0.022),
  }));
  const dark = [0, 1, 2, 3].map((step) => ({
    l: base * (1 - step * 0.17),
    c: brand.c * (1 - step * 0.1),
  }));
  return [...light, ...dark].map((step) => hexOfOklch({ ...step, h: brand.h }));
}
