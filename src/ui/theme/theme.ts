import {
  createTheme,
  defaultVariantColorsResolver,
  rem,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { hexOfOklch, oklchOf } from './color.ts';
import { paletteOf, scaleOf, type NeutralName, type Palette, type Scheme } from './palette.ts';

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

/** How Mantine's parts look where a screen says nothing else. */
const defaultsOf = (round: boolean): NonNullable<MantineThemeOverride['components']> => ({
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
});

/** The Mantine theme of a brand; give `variablesOf` of `themeVariables.ts` to the provider beside it. */
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
    // styles/tokens.css
    fontSizes: {
      xs: 'var(--text-small)',
      sm: 'var(--text-body)',
      md: 'var(--text-reading)',
      lg: 'var(--text-title)',
      xl: 'var(--text-page)',
    },
    fontWeights: { regular: '400', medium: '500', bold: '600' },
    lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.4', xl: '1.25' },
    headings: {
      fontFamily: INTER,
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: 'var(--text-page)', lineHeight: '1.25' },
        h2: { fontSize: 'var(--text-title)', lineHeight: '1.4' },
        h3: { fontSize: 'var(--text-reading)', lineHeight: '1.5' },
        h4: { fontSize: 'var(--text-body)', lineHeight: '1.5' },
        h5: { fontSize: 'var(--text-small)', lineHeight: '1.5' },
        h6: { fontSize: 'var(--text-small)', lineHeight: '1.5' },
      },
    },
    spacing: {
      xs: 'var(--space-2)',
      sm: 'var(--space-3)',
      md: 'var(--space-4)',
      lg: 'var(--space-6)',
      xl: 'var(--space-8)',
    },
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
    components: defaultsOf(round),
  });
}
