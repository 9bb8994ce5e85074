import {
  createTheme,
  defaultVariantColorsResolver,
  rem,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { hexOfOklch, oklchOf } from './color.ts';
import { paletteOf, scaleOf, type NeutralName, type Palette, type Scheme, type Tone } from './palette.ts';

export type BrandLook = {
  /** The brand's colour, `#rrggbb`; any colour works, readable shades are derived from it. */
  accent: string;
  /** Corners: 12 px cards and 8 px controls, or none. */
  radius: 'rounded' | 'square';
  /** The tinge of greys; cool by default. */
  neutral?: NeutralName;
};

const INTER = "'Inter', 'Inter Fallback', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";

const tuple = (scale: string[]) => scale as unknown as MantineColorsTuple;

/** Mantine's two grey scales, each pinned to the surfaces of its scheme. */
function greys(light: Palette, dark: Palette) {
  const between = (one: string, other: string, part: number) => {
    const [a, b] = [oklchOf(one), oklchOf(other)];
    return hexOfOklch({ l: a.l + (b.l - a.l) * part, c: a.c, h: a.h });
  };
  const day = light.surface;
  const night = dark.surface;
  return {
    gray: tuple([
      day.canvas,
      day.hover,
      day.disabled,
      day.border,
      day.control,
      day.control,
      day.dimmed,
      between(day.dimmed, day.text, 0.4),
      between(day.dimmed, day.text, 0.7),
      day.text,
    ]),
    dark: tuple([
      night.text,
      between(night.text, night.dimmed, 0.5),
      night.dimmed,
      night.dimmed,
      night.border,
      night.hover,
      night.card,
      night.canvas,
      between(night.canvas, '#000000', 0.3),
      between(night.canvas, '#000000', 0.6),
    ]),
  };
}

const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const name = input.color ?? input.theme.primaryColor;
  if (input.variant === 'filled' && name === input.theme.primaryColor)
    return { ...colors, color: 'var(--ui-accent-on)' };
  if (input.variant === 'filled' && name === 'red') return { ...colors, color: 'var(--ui-danger-on)' };
  return colors;
};

/** The Mantine theme of a brand; give `variablesOf` to the provider beside it. */
export function themeOf(brand: BrandLook): MantineThemeOverride {
  const palettes: Record<Scheme, Palette> = {
    light: paletteOf(brand, 'light'),
    dark: paletteOf(brand, 'dark'),
  };
  const round = brand.radius === 'rounded';
  const corner = (px: number) => rem(round ? px : 0);
  return createTheme({
    primaryColor: 'accent',
    primaryShade: { light: 6, dark: 4 },
    colors: {
      accent: tuple(scaleOf(brand.accent)),
      red: tuple(scaleOf(palettes.light.danger.filled)),
      ...greys(palettes.light, palettes.dark),
    },
    black: palettes.light.surface.text,
    variantColorResolver: variantColors,
    respectReducedMotion: true,
    cursorType: 'pointer',
    fontFamily: INTER,
    fontFamilyMonospace: MONO,
    fontSizes: { xs: rem(13), sm: rem(14), md: rem(16), lg: rem(20), xl: rem(28) },
    fontWeights: { regular: '400', medium: '500', bold: '600' },
    lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.4', xl: '1.25' },
    headings: {
      fontFamily: INTER,
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: rem(28), lineHeight: '1.25' },
        h2: { fontSize: rem(20), lineHeight: '1.4' },
        h3: { fontSize: rem(16), lineHeight: '1.5' },
        h4: { fontSize: rem(14), lineHeight: '1.5' },
        h5: { fontSize: rem(13), lineHeight: '1.5' },
        h6: { fontSize: rem(13), lineHeight: '1.5' },
      },
    },
    spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
    // platform.md 9: about 624 px mobile, 900 px desktop, 1499 px large.
    breakpoints: { xs: '30em', sm: '39em', md: '56.25em', lg: '75em', xl: '93.6875em' },
    radius: { xs: corner(4), sm: corner(6), md: corner(8), lg: corner(12), xl: corner(16) },
    defaultRadius: 'md',
    shadows: {
      xs: 'var(--ui-shadow-float)',
      sm: 'var(--ui-shadow-float)',
      md: 'var(--ui-shadow-float)',
      lg: 'var(--ui-shadow-float)',
      xl: 'var(--ui-shadow-dialog)',
    },
    other: { palettes, round },
    components: {
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 40 } },
      Anchor: { defaultProps: { inherit: true, underline: 'always' } },
      Badge: { defaultProps: { variant: 'light', radius: round ? 'xl' : 0 } },
      Button: { defaultProps: { size: 'sm' } },
      Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg', shadow: 'none' } },
      Checkbox: { defaultProps: { size: 'sm', radius: round ? 'xs' : 0 } },
      Drawer: {
        defaultProps: {
          transitionProps: { duration: 160 },
          overlayProps: { backgroundOpacity: 0.45 },
          radius: 0,
        },
      },
      Loader: { defaultProps: { type: 'oval', size: 'sm' } },
      // Beside its button, not at the page's end: the reading order holds, and a fixed place escapes scrolling boxes.
      Menu: {
        defaultProps: {
          radius: 'md',
          shadow: 'md',
          transitionProps: { duration: 120, transition: 'fade' },
          position: 'bottom-end',
          withinPortal: false,
          floatingStrategy: 'fixed',
          withInitialFocusPlaceholder: false,
        },
      },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'lg',
          padding: 'lg',
          shadow: 'xl',
          overlayProps: { backgroundOpacity: 0.45 },
          transitionProps: { duration: 160, transition: 'fade' },
          closeButtonProps: { 'aria-label': 'Close', size: 40, iconSize: 20 },
          // a dialog's header is no second banner of the page
          attributes: { header: { role: 'presentation' } },
        },
      },
      Notification: { defaultProps: { radius: 'md', withBorder: true } },
      Pagination: { defaultProps: { size: 40 } },
      Paper: { defaultProps: { radius: 'lg' } },
      Popover: {
        defaultProps: {
          radius: 'md',
          shadow: 'md',
          transitionProps: { duration: 120, transition: 'fade' },
        },
      },
      Progress: { defaultProps: { size: 8, radius: round ? 'xl' : 0 } },
      Select: { defaultProps: { checkIconPosition: 'right' } },
      Skeleton: { defaultProps: { radius: 'sm' } },
      Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
      Text: { defaultProps: { size: 'sm' } },
      Tooltip: {
        defaultProps: {
          radius: 'sm',
          openDelay: 200,
          multiline: true,
          maw: 280,
          transitionProps: { duration: 120 },
          events: { hover: true, focus: true, touch: true },
        },
      },
    },
  });
}

function toneVariables(name: string, tone: Tone): Record<string, string> {
  return {
    [`--ui-${name}`]: tone.solid,
    [`--ui-${name}-text`]: tone.text,
    [`--ui-${name}-tint`]: tone.tint,
    [`--ui-${name}-border`]: tone.border,
  };
}

function schemeVariables(palette: Palette, scheme: Scheme): Record<string, string> {
  const { surface, accent, danger } = palette;
  const named = (color: string, tone: Palette['accent']) => ({
    [`--mantine-color-${color}-filled`]: tone.filled,
    [`--mantine-color-${color}-filled-hover`]: tone.filledHover,
    [`--mantine-color-${color}-light`]: tone.tint,
    [`--mantine-color-${color}-light-hover`]: tone.tintHover,
    [`--mantine-color-${color}-light-color`]: tone.text,
    [`--mantine-color-${color}-outline`]: tone.text,
    [`--mantine-color-${color}-outline-hover`]: tone.tint,
    [`--mantine-color-${color}-text`]: tone.text,
  });
  return {
    ...named('accent', accent),
    ...named('red', danger),
    '--mantine-color-gray-light': surface.hover,
    '--mantine-color-gray-light-hover': surface.hover,
    '--mantine-color-gray-light-color': surface.dimmed,
    '--mantine-color-gray-filled': surface.dimmed,
    '--mantine-primary-color-contrast': accent.onFilled,
    '--mantine-color-anchor': accent.text,
    '--mantine-color-body': surface.canvas,
    '--mantine-color-text': surface.text,
    '--mantine-color-bright': surface.text,
    '--mantine-color-dimmed': surface.dimmed,
    '--mantine-color-placeholder': surface.dimmed,
    '--mantine-color-error': danger.text,
    '--mantine-color-success': palette.feedback.success.text,
    '--mantine-color-default': surface.card,
    '--mantine-color-default-hover': surface.hover,
    '--mantine-color-default-color': surface.text,
    '--mantine-color-default-border': surface.border,
    '--mantine-color-disabled': surface.disabled,
    '--mantine-color-disabled-color': surface.onDisabled,
    '--mantine-color-disabled-border': surface.border,
    '--ui-canvas': surface.canvas,
    '--ui-card': surface.card,
    '--ui-raised': surface.raised,
    '--ui-hover': surface.hover,
    '--ui-border': surface.border,
    '--ui-control': surface.control,
    '--ui-text': surface.text,
    '--ui-dimmed': surface.dimmed,
    ...toneVariables('accent', accent),
    '--ui-accent-filled': accent.filled,
    '--ui-accent-filled-hover': accent.filledHover,
    '--ui-accent-on': accent.onFilled,
    '--ui-accent-tint-hover': accent.tintHover,
    ...toneVariables('danger', danger),
    '--ui-danger-on': danger.onFilled,
    ...toneVariables('success', palette.feedback.success),
    ...toneVariables('warning', palette.feedback.warning),
    ...Object.assign(
      {},
      ...Object.entries(palette.severity).map(([name, tone]) => toneVariables(`severity-${name}`, tone)),
    ),
    ...Object.assign(
      {},
      ...Object.entries(palette.grade).map(([name, tone]) => toneVariables(`grade-${name}`, tone)),
    ),
    ...Object.fromEntries(
      Object.entries(palette.panel).map(([name, color]) => [`--ui-panel-${name}`, color]),
    ),
    '--ui-shadow-float':
      scheme === 'light'
        ? '0 1px 2px rgb(16 24 32 / 6%), 0 8px 24px rgb(16 24 32 / 12%)'
        : '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%)',
    '--ui-shadow-dialog':
      scheme === 'light'
        ? '0 2px 4px rgb(16 24 32 / 6%), 0 24px 64px rgb(16 24 32 / 22%)'
        : '0 2px 4px rgb(0 0 0 / 40%), 0 24px 64px rgb(0 0 0 / 60%)',
  };
}

/** The CSS variables of a theme made by `themeOf`: Mantine's own and the product's `--ui-*`, for light and dark. */
export const variablesOf: CSSVariablesResolver = (theme) => {
  const { palettes, round } = theme.other as { palettes: Record<Scheme, Palette>; round: boolean };
  return {
    variables: {
      '--ui-radius-card': round ? '12px' : '0px',
      '--ui-radius-control': round ? '8px' : '0px',
      '--ui-radius-small': round ? '4px' : '0px',
      '--ui-radius-pill': round ? '999px' : '0px',
      '--mantine-line-height': '1.5',
    },
    light: schemeVariables(palettes.light, 'light'),
    dark: schemeVariables(palettes.dark, 'dark'),
  };
};
