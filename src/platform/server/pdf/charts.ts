import { ensure } from './document.ts';
import type { Pdf } from './document.ts';
import { drawSign } from './pill.ts';
import { drawElement } from './structure.ts';
import { clipText, drawText, textWidth } from './text.ts';
import { tones } from './theme.ts';
import type { TextStyle, Tone } from './theme.ts';

type Frame = { x: number; y: number; width: number; height: number };

/** A drawing with alternative text; kept whole on a page. The text must say what the drawing shows, with its numbers. */
export function figure(pdf: Pdf, height: number, alt: string, draw: (frame: Frame) => void): void {
  ensure(pdf, height);
  const frame = { x: pdf.left, y: pdf.y, width: pdf.width, height };
  const bbox = [frame.x, frame.y, frame.x + frame.width, frame.y + height] as const;
  drawElement(pdf.doc, pdf.root, 'Figure', { alt, bbox }, () => draw(frame));
  pdf.y += height + 12;
}

const labelStyle = (pdf: Pdf): TextStyle => ({ ...pdf.scale.meta, size: 7.5, leading: 10, tabular: true });

function gridLine(pdf: Pdf, x: number, right: number, y: number): void {
  pdf.doc.lineWidth(0.5).strokeColor(pdf.theme.line).moveTo(x, y).lineTo(right, y).stroke();
}

/** A round number at or above the value: 1, 2, 4, 5 or 10 times a power of ten. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(1, step * power);
}

export type StackSeries = { name: string; tone: Tone };
export type StackColumn = { label: string; values: readonly number[] };

/** Columns over time, each made of parts from the bottom up in the order of the series; totals on top, legend above in the order of sight. */
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
    const slot = frame.width / Math.max(chart.columns.length, 6);
    const bar = Math.min(28, slot * 0.5);
    for (const [index, column] of chart.columns.entries()) {
      const center = frame.x + slot * (index + 0.5);
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
      const label = clipText(pdf, column.label, style, slot - 2);
      drawText(pdf, label, center - textWidth(pdf, label, style) / 2, base + 4, style);
    }
  });
}

export type Bar = { label: string; value: number; shown?: string; tone?: Tone };

/** Bars of one measure, longest value over the whole width, each with its number. */
export function horizontalBars(pdf: Pdf, chart: { bars: readonly Bar[]; alt: string; max?: number; labelWidth?: number }): void {
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
        pdf.doc.roundedRect(frame.x + labels, y + 6, Math.max(length, 8), 8, 4).fill(bar.tone ? tones[bar.tone].solid : pdf.theme.accent);
      const number: TextStyle = { ...style, face: 'medium', tabular: true };
      drawText(pdf, shown, frame.x + frame.width - textWidth(pdf, shown, number), y, number);
    }
  });
}

export type TrendPoint = { label: string; value: number };

/** One number over time, first and last values written out; `min` and `max` fix the scale. */
export function trendLine(
  pdf: Pdf,
  chart: { points: readonly TrendPoint[]; alt: string; min?: number; max?: number; height?: number },
): void {
  const style = labelStyle(pdf);
  const values = chart.points.map((point) => point.value);
  const min = chart.min ?? Math.min(0, ...values);
  const max = chart.max ?? niceCeiling(Math.max(...values, min + 1));
  figure(pdf, chart.height ?? 130, chart.alt, (frame) => {
    const { doc } = pdf;
    const left = frame.x + 30;
    const right = frame.x + frame.width - 30;
    const top = frame.y + 14;
    const base = frame.y + frame.height - 16;
    const at = (value: number): number => base - Math.max(0, Math.min(1, (value - min) / (max - min || 1))) * (base - top);
    for (const value of [min, (min + max) / 2, max]) {
      gridLine(pdf, left, right, at(value));
      const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
      drawText(pdf, text, left - 6 - textWidth(pdf, text, style), at(value) - 5, style);
    }
    const step = chart.points.length > 1 ? (right - left) / (chart.points.length - 1) : 0;
    const place = (index: number): number => (step === 0 ? (left + right) / 2 : left + index * step);
    doc.lineWidth(1.75).lineJoin('round').strokeColor(pdf.theme.accent);
    for (const [index, value] of values.entries()) {
      if (index === 0) doc.moveTo(place(0), at(value));
      else doc.lineTo(place(index), at(value));
    }
    if (values.length > 1) doc.stroke();
    doc.lineJoin('miter');
    const every = Math.ceil(chart.points.length / 8);
    for (const [index, point] of chart.points.entries()) {
      const last = index === chart.points.length - 1;
      if (last || chart.points.length <= 12) doc.circle(place(index), at(point.value), last ? 3.5 : 2.25).fill(pdf.theme.accent);
      if (index % every === 0) drawText(pdf, point.label, place(index) - textWidth(pdf, point.label, style) / 2, base + 5, style);
      if (index === 0 || last) {
        const strong: TextStyle = { ...style, face: 'semibold', color: pdf.theme.ink };
        const text = String(point.value);
        drawText(pdf, text, place(index) - textWidth(pdf, text, strong) / 2, at(point.value) - 15, strong);
      }
    }
  });
}
