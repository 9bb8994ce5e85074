import { dayNumber, dayWords, type Day } from '#platform/days.ts';
import { beyondScale, fittingLabels, labelStart, timeShares } from '#platform/timeAxis.ts';
import { figure, gridLine, labelStyle, niceCeiling, writeDays, type Frame } from './charts.ts';
import type { Pdf } from '../document.ts';
import { drawText, textWidth } from '../text.ts';
import type { TextStyle } from '../theme.ts';

export type TrendPoint = { day: Day; value: number };

type Line = readonly (readonly [x: number, y: number])[];
type Plot = { left: number; right: number; top: number; base: number; from: number; to: number };

const lineOf = (from: readonly [number, number], to: readonly [number, number], x: number): number =>
  to[0] === from[0]
    ? Math.min(from[1], to[1])
    : from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);

/** The highest and lowest that a line gets between two places; y grows downwards. */
function reachOf(line: Line, left: number, right: number): { top: number; bottom: number } {
  const inside = line.filter(([x]) => x >= left && x <= right).map(([, y]) => y);
  const crossed = line.slice(1).flatMap((to, index) => {
    const from = line[index]!;
    return [left, right].filter((x) => x >= from[0] && x <= to[0]).map((x) => lineOf(from, to, x));
  });
  const all = [...inside, ...crossed];
  return { top: Math.min(...all), bottom: Math.max(...all) };
}

/** The first value, above or below the line where it has room, and the last one behind its end; not those outside the scale. */
function writeEnds(pdf: Pdf, points: readonly TrendPoint[], line: Line, plot: Plot): void {
  const style: TextStyle = { ...labelStyle(pdf), face: 'semibold', color: pdf.theme.ink };
  const [first, last] = [points[0]!, points.at(-1)!];
  const isInside = ({ value }: TrendPoint) => value >= plot.from && value <= plot.to;
  if (points.length > 1 && isInside(last))
    drawText(pdf, String(last.value), line.at(-1)![0] + 7, line.at(-1)![1] - 5, style);
  if (!isInside(first)) return;
  const text = String(first.value);
  const [x, y] = line[0]!;
  const wide = textWidth(pdf, text, style);
  const start = points.length > 1 ? x : x - wide / 2;
  const { top, bottom } = reachOf(line, start - 2, start + wide + 2);
  const above = top - 15;
  const hasRoomAbove = above >= plot.top - 14 && y - top <= bottom - y;
  drawText(pdf, text, start, hasRoomAbove || bottom + 15 > plot.base ? above : bottom + 5, style);
}

/** Values outside the scale: a mark at its rim, and the true value beside the drawing. */
function writeBeyond(pdf: Pdf, points: readonly TrendPoint[], line: Line, plot: Plot): void {
  const style: TextStyle = { ...labelStyle(pdf), face: 'semibold', color: pdf.theme.ink };
  const found = beyondScale(
    points.map(({ value }) => value),
    plot,
  );
  for (const isAbove of [true, false]) {
    const some = found.filter(({ above }) => above === isAbove);
    const labels = some.map(({ index }) => ({
      middle: line[index]![0] - plot.left,
      width: textWidth(pdf, String(points[index]!.value), style),
    }));
    const room = plot.right - plot.left;
    const shown = fittingLabels(labels, room, 6);
    for (const [place, { index }] of some.entries()) {
      const [x, y] = line[index]!;
      const tip = isAbove ? y - 5 : y + 5;
      const foot = isAbove ? y + 2 : y - 2;
      pdf.doc
        .moveTo(x, tip)
        .lineTo(x - 4, foot)
        .lineTo(x + 4, foot)
        .closePath()
        .fill(pdf.theme.accent);
      if (shown.has(place))
        drawText(
          pdf,
          String(points[index]!.value),
          plot.left + labelStart(labels[place]!, room),
          isAbove ? plot.top - 16 : plot.base + 5,
          style,
        );
    }
  }
}

function drawLine(pdf: Pdf, line: Line): void {
  const { doc } = pdf;
  doc.lineWidth(1.75).lineJoin('round').strokeColor(pdf.theme.accent);
  for (const [index, [x, y]] of line.entries()) {
    if (index === 0) doc.moveTo(x, y);
    else doc.lineTo(x, y);
  }
  if (line.length > 1) doc.stroke();
  doc.lineJoin('miter');
  for (const [index, [x, y]] of line.entries()) {
    const last = index === line.length - 1;
    if (last || line.length <= 12) doc.circle(x, y, last ? 3.5 : 2.25).fill(pdf.theme.accent);
  }
}

export type TrendChart = {
  /** Oldest first. */
  points: readonly TrendPoint[];
  alt: string;
  /** Ends of the scale; values beyond are shown at its rim, marked and with their true value. */
  min?: number;
  max?: number;
  /** Numbers beside the grid; both ends and the middle where none are given. */
  ticks?: readonly number[];
  height?: number;
};

/** One number to scale in time, first and last values written out. */
export function trendLine(pdf: Pdf, { points, alt, ...chart }: TrendChart): void {
  const style = labelStyle(pdf);
  const values = points.map((point) => point.value);
  const from = chart.min ?? Math.min(0, ...values);
  const to = chart.max ?? niceCeiling(Math.max(...values, from + 1));
  const beyond = beyondScale(values, { from, to });
  figure(pdf, chart.height ?? 130, alt, (frame: Frame) => {
    const left = frame.x + 30;
    const right = frame.x + frame.width - 30;
    const top = frame.y + 16;
    const base = frame.y + frame.height - (beyond.some(({ above }) => !above) ? 30 : 16);
    const at = (value: number): number =>
      base - Math.max(0, Math.min(1, (value - from) / (to - from || 1))) * (base - top);
    for (const value of chart.ticks ?? [from, (from + to) / 2, to]) {
      gridLine(pdf, left, right, at(value));
      const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
      drawText(pdf, text, left - 6 - textWidth(pdf, text, style), at(value) - 5, style);
    }
    const shares = timeShares(points.map(({ day }) => dayNumber(day)));
    const line = points.map(
      ({ value }, index) => [left + shares[index]! * (right - left), at(value)] as const,
    );
    drawLine(pdf, line);
    const plot = { left, right, top, base, from, to };
    if (points.length === 0) return;
    writeEnds(pdf, points, line, plot);
    writeBeyond(pdf, points, line, plot);
    writeDays(
      pdf,
      frame,
      points.map(({ day }, index) => ({ day: dayWords(day), middle: line[index]![0] - frame.x })),
    );
  });
}
