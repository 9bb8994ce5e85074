import type { CSSVariablesResolver } from '@mantine/core';
import type { Palette, Scheme, Tone } from './palette.ts';

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
