import { figure } from './charts.ts';
import type { Pdf } from '../document.ts';
import { clipText, drawText, textWidth } from '../text.ts';
import type { TextStyle } from '../theme.ts';

export type StepBar = {
  label: string;
  /** Steps taken, from 0. */ value: number;
  /** In words, at the right. */ shown: string;
  /** Drawn pale: not settled. */ open?: boolean;
};
export type StepBarGroup = { title: string; bars: readonly StepBar[] };
export type StepBarChart = {
  groups: readonly StepBarGroup[];
  /** Names of the steps from the first, over the bars. */
  steps: readonly string[];
  /** Marked with a line behind this step. */
  target?: { value: number; label: string };
  /** What the drawing shows, with its numbers. */
  alt: string;
};

const row = 16;
const groupHead = 19;
const head = 24;
const labels = 136;
const words = 84;
const gap = 3;

/** Bars made of steps, in groups, with a line where the aim is. */
export function stepBars(pdf: Pdf, chart: StepBarChart): void {
  const height = head + chart.groups.reduce((sum, { bars }) => sum + groupHead + bars.length * row, 0);
  figure(pdf, height, chart.alt, (frame) => {
    const { doc, theme } = pdf;
    const left = frame.x + labels;
    const wide = (frame.width - labels - words) / chart.steps.length;
    const small: TextStyle = { ...pdf.scale.meta, size: 7.5, leading: 10 };
    for (const [index, name] of chart.steps.entries()) {
      const text = clipText(pdf, `${index + 1} ${name}`, small, wide - gap);
      drawText(
        pdf,
        text,
        left + index * wide + (wide - gap - textWidth(pdf, text, small)) / 2,
        frame.y + 12,
        small,
      );
    }
    let y = frame.y + head;
    const title: TextStyle = { ...pdf.scale.h3, leading: groupHead };
    const label: TextStyle = { ...pdf.scale.table, leading: row };
    for (const group of chart.groups) {
      drawText(pdf, clipText(pdf, group.title, title, labels - 8), frame.x, y, title);
      y += groupHead;
      for (const bar of group.bars) {
        drawText(pdf, clipText(pdf, bar.label, label, labels - 8), frame.x, y, label);
        for (const index of chart.steps.keys()) {
          const box = doc.roundedRect(left + index * wide, y + 4, wide - gap, 8, 2);
          if (index < bar.value && !bar.open) box.fill(theme.accent);
          else if (index < bar.value) box.lineWidth(0.75).fillAndStroke(theme.accentTint, theme.accent);
          else box.fill(theme.line);
        }
        const shown: TextStyle = {
          ...label,
          face: bar.open ? 'regular' : 'medium',
          color: bar.open ? theme.muted : theme.ink,
          tabular: true,
        };
        drawText(
          pdf,
          clipText(pdf, bar.shown, shown, words - 10),
          frame.x + frame.width - words + 8,
          y,
          shown,
        );
        y += row;
      }
    }
    if (chart.target) {
      const x = left + chart.target.value * wide - gap / 2;
      const strong: TextStyle = { ...small, face: 'semibold', color: theme.ink };
      doc
        .lineWidth(1.25)
        .strokeColor(theme.ink)
        .moveTo(x, frame.y + 12)
        .lineTo(x, y)
        .dash(3, { space: 2 })
        .stroke()
        .undash();
      const wideLabel = textWidth(pdf, chart.target.label, strong);
      drawText(
        pdf,
        chart.target.label,
        Math.min(x - wideLabel / 2, frame.x + frame.width - wideLabel),
        frame.y,
        strong,
      );
    }
  });
}
