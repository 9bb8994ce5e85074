import { axisLabels, fittingLabels, keptApart, labelStart, timeShares } from '#platform/timeAxis.ts';
import { ensure } from '../document.ts';
import type { Pdf } from '../document.ts';
import { drawSign } from '../pills/pill.ts';
import { drawElement } from '../structure.ts';
import { clipText, drawText, textWidth } from '../text.ts';
import { tones } from '../theme.ts';
import type { TextStyle, Tone } from '../theme.ts';

export type Frame = { x: number; y: number; width: number; height: number };

/** A drawing with alternative text; kept whole on a page. The text must say what the drawing shows, with its numbers. */
export function figure(pdf: Pdf, height: number, alt: string, draw: (frame: Frame) => void): void {
  ensure(pdf, height);
  const frame = { x: pdf.left, y: pdf.y, width: pdf.width, height };
  const bbox = [frame.x, frame.y, frame.x + frame.width, frame.y + height] as const;
  drawElement(pdf.doc, pdf.root, 'Figure', { alt, bbox }, () => draw(frame));
  pdf.y += height + 12;
}

export const labelStyle = (pdf: Pdf): TextStyle => ({
  ...pdf.scale.meta,
  size: 7.5,
  leading: 10,
  tabular: true,
});

export function gridLine(pdf: Pdf, x: number, right: number, y: number): void {
  pdf.doc.lineWidth(0.5).strokeColor(pdf.theme.line).moveTo(x, y).lineTo(right, y).stroke();
}

/** Days below a chart, as many as fit beside one another; `middle` counts from the left of the frame. */
export function writeDays(pdf: Pdf, frame: Frame, days: readonly { day: string; middle: number }[]): void {
  const style = labelStyle(pdf);
  const words = axisLabels(days.map(({ day }) => day));
  const labels = days.map(({ middle }, index) => ({ middle, width: textWidth(pdf, words[index]!, style) }));
  for (const index of fittingLabels(labels, frame.width, 10))
    drawText(
      pdf,
      words[index]!,
      frame.x + labelStart(labels[index]!, frame.width),
      frame.y + frame.height - 10,
      style,
    );
}

/** A round number at or above the value: 1, 2, 4, 5 or 10 times a power of ten. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(1, step * power);
}

export type StackSeries = { name: string; tone: Tone };
/** `day` as `Nov 2, 2026`. */
export type StackColumn = { at: Date; day: string; values: readonly number[] };

/**
 * Columns to scale in time, oldest first, each made of parts from the bottom up in the order of the series; totals on top,
 * legend above in the order of sight.
 */
export function stackedColumns(
  pdf: Pdf,
  chart: { series: readonly StackSeries[]; columns: readonly StackColumn[]; alt: string; height?: number },
): void {
  const style = labelStyle(pdf);
  figure(pdf, chart.height ?? 112, chart.alt, (frame) => {
    let x = frame.x;
    for (const entry of chart.series.toReversed()) {
      drawSign(pdf, entry.tone, x + 4, frame.y + 6, 7);
      drawText(pdf, entry.name, x + 12, frame.y + 1, { ...style, tabular: false });
      x += textWidth(pdf, entry.name, { ...style, tabular: false }) + 28;
    }
    const base = frame.y + frame.height - 14;
    const top = frame.y + 28;
    const totals = chart.columns.map((column) => column.values.reduce((sum, value) => sum + value, 0));
    const peak = Math.max(1, ...totals);
    gridLine(pdf, frame.x, frame.x + frame.width, base);
    const bar = Math.min(28, (frame.width / Math.max(chart.columns.length, 6)) * 0.5);
    const shares = timeShares(chart.columns.map(({ at }) => at.getTime()));
    const middles = keptApart(
      shares.map((share) => bar + share * (frame.width - 2 * bar)),
      bar + 8,
      [bar, frame.width - bar],
    );
    writeDays(
      pdf,
      frame,
      chart.columns.map(({ day }, index) => ({ day, middle: middles[index]! })),
    );
    for (const [index, column] of chart.columns.entries()) {
      const center = frame.x + middles[index]!;
      let y = base;
      for (const [part, value] of column.values.entries()) {
        const tone = chart.series[part]?.tone ?? 'neutral';
        const height = (value / peak) * (base - top);
        if (height <= 0) continue;
        y -= height;
        // A hairline of paper between the parts keeps them apart in print without colour.
        pdf.doc.rect(center - bar / 2, y, bar, Math.max(height - 0.75, 0.5)).fill(tones[tone].solid);
      }
      const total = String(totals[index] ?? 0);
      const totalStyle: TextStyle = { ...style, face: 'medium', color: pdf.theme.ink };
      drawText(pdf, total, center - textWidth(pdf, total, totalStyle) / 2, y - 12, totalStyle);
    }
  });
}

export type Bar = { label: string; value: number; shown?: string; tone?: Tone };

/** Bars of one measure, longest value over the whole width, each with its number. */
export function horizontalBars(
  pdf: Pdf,
  chart: { bars: readonly Bar[]; alt: string; max?: number; labelWidth?: number },
): void {
  const row = 20;
  const labels = chart.labelWidth ?? 150;
  const style: TextStyle = { ...pdf.scale.table, leading: row };
  const max = chart.max ?? Math.max(1, ...chart.bars.map((bar) => bar.value));
  figure(pdf, chart.bars.length * row, chart.alt, (frame) => {
    for (const [index, bar] of chart.bars.entries()) {
      const y = frame.y + index * row;
      const shown = bar.shown ?? String(bar.value);
      const track = frame.width - labels - 44;
      const length = Math.max(0, Math.min(1, bar.value / max)) * track;
      drawText(pdf, clipText(pdf, bar.label, style, labels - 10), frame.x, y, style);
      pdf.doc.roundedRect(frame.x + labels, y + 6, track, 8, 4).fill(pdf.theme.surface);
      if (length > 0)
        pdf.doc
          .roundedRect(frame.x + labels, y + 6, Math.max(length, 8), 8, 4)
          .fill(bar.tone ? tones[bar.tone].solid : pdf.theme.accent);
      const number: TextStyle = { ...style, face: 'medium', tabular: true };
      drawText(pdf, shown, frame.x + frame.width - textWidth(pdf, shown, number), y, number);
    }
  });
}
