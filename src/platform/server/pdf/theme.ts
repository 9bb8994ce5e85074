import { accentOf } from './brand/brand.ts';
import type { Face } from './fonts.ts';

/** What a colour says. Each tone also has a shape, so that nothing rests on colour alone. */
export type Tone = 'danger' | 'warning' | 'notice' | 'good' | 'neutral';

/** `text` reads on `tint` and on white (4.5:1), `solid` stands out from white (3:1). */
export const tones: Record<Tone, { text: string; tint: string; line: string; solid: string }> = {
  danger: { text: '#a3231a', tint: '#fdf0ee', line: '#f3c9c4', solid: '#c8372b' },
  warning: { text: '#8f4a06', tint: '#fdf4e7', line: '#f0d5ac', solid: '#d07f14' },
  notice: { text: '#2c5a86', tint: '#eef4fa', line: '#c6d9ea', solid: '#5f93c2' },
  good: { text: '#1d6a43', tint: '#edf7f1', line: '#bfe0cc', solid: '#3a9465' },
  neutral: { text: '#4d5b69', tint: '#f4f6f8', line: '#dce2e7', solid: '#8593a1' },
};

export type Theme = {
  accent: string;
  accentTint: string;
  ink: string;
  muted: string;
  line: string;
  surface: string;
};

/** Neutral surfaces and one accent, the brand's. */
export function themeOf(brandColor: string): Theme {
  const { accent, tint } = accentOf(brandColor);
  return { accent, accentTint: tint, ink: '#17212b', muted: '#566472', line: '#dce2e7', surface: '#f6f8f9' };
}

/** How a run of text is set; sizes in points. */
export type TextStyle = {
  face: Face;
  size: number;
  /** Height of a line in points. */
  leading: number;
  color: string;
  /** Figures of one width, for numbers that people compare. */
  tabular?: boolean;
  /** Added between characters, in points. */
  tracking?: number;
  underline?: boolean;
  strike?: boolean;
};

export type Scale = Record<
  'title' | 'h1' | 'h2' | 'h3' | 'lead' | 'body' | 'table' | 'meta' | 'code' | 'figure',
  TextStyle
>;

export function scaleOf(theme: Theme): Scale {
  const { ink, muted } = theme;
  return {
    title: { face: 'semibold', size: 26, leading: 32, color: ink, tracking: -0.4 },
    h1: { face: 'semibold', size: 17, leading: 24, color: ink, tracking: -0.2 },
    h2: { face: 'semibold', size: 12.5, leading: 18, color: ink, tracking: -0.05 },
    h3: { face: 'semibold', size: 9.5, leading: 14, color: ink },
    lead: { face: 'regular', size: 11.5, leading: 18, color: ink },
    body: { face: 'regular', size: 9.75, leading: 15, color: ink },
    table: { face: 'regular', size: 8.75, leading: 13, color: ink },
    meta: { face: 'regular', size: 8.25, leading: 12, color: muted },
    code: { face: 'mono', size: 7.5, leading: 11, color: ink },
    figure: { face: 'semibold', size: 30, leading: 36, color: ink, tabular: true, tracking: -0.6 },
  };
}
