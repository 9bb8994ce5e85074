import { ensure, newPage } from './document.ts';
import type { Pdf } from './document.ts';
import { drawPill } from './pills/pill.ts';
import { artifact, mark, openElement } from './structure.ts';
import type { StructureElement } from './structure.ts';
import { clipLines, drawLines, drawText, layoutText } from './text.ts';
import type { Content, Line } from './text.ts';
import type { TextStyle, Tone } from './theme.ts';

export type Column = {
  header: string;
  /** Share of the table's width, or points where `fixed`. */
  width: number;
  fixed?: boolean;
  align?: 'left' | 'right';
  tabular?: boolean;
  /** The cells of this column name their row, for screen readers. */
  rowHeader?: boolean;
  style?: Partial<TextStyle>;
  /** Most lines a cell may take before it is cut with an ellipsis; `Infinity` goes on over pages where nothing may be lost. */
  maxLines?: number;
};
export type Cell = Content | { pill: Tone; word: string };

export type TableOptions = {
  after?: number;
  /** Smaller and closer, for long tables in which things are looked up. */
  dense?: boolean;
};

type Set = { lines: Line[]; pill?: { tone: Tone; word: string } };

/** Inside a row; the outer edges line up with the text of the page. */
const pad = { x: 6, y: 5, dense: 1.25 };

/**
 * A table: the head is repeated on each page, a row is not split unless it is longer than a page, cells wrap and never
 * overflow. Where no column has a header, there is no head.
 */
export function table(
  pdf: Pdf,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions = {},
): void {
  const headed = columns.some((column) => column.header !== '');
  const widths = columnWidths(pdf, columns);
  const padY = options.dense ? pad.dense : pad.y;
  const base = options.dense ? { ...pdf.scale.table, size: 8, leading: 11 } : pdf.scale.table;
  const headStyle: TextStyle = { ...pdf.scale.meta, face: 'medium', leading: 12 };
  const styles = columns.map((column): TextStyle => ({ ...base, tabular: column.tabular, ...column.style }));
  const head = columns.map((column, index) =>
    layoutText(pdf, column.header, headStyle, inner(widths, index)),
  );
  const headHeight = headed
    ? Math.max(...head.map((lines) => lines.length)) * headStyle.leading + padY * 2 - 1
    : 0;
  const set = (row: readonly Cell[]): Set[] =>
    columns.map((column, index) =>
      setCell(pdf, row[index] ?? '', styles[index] ?? base, inner(widths, index), column.maxLines ?? 14),
    );
  const heightOf = (cells: readonly Set[]): number =>
    Math.max(
      ...cells.map((cell, index) => (cell.pill ? 1 : cell.lines.length) * (styles[index] ?? base).leading),
    ) +
    padY * 2;

  let next = rows[0] ? set(rows[0]) : null;
  ensure(pdf, headHeight + (next ? heightOf(next) : 0));
  const element = openElement(pdf.doc, pdf.root, 'Table');
  const drawHead = (place: (index: number, x: number) => void): void => {
    let x = pdf.left;
    for (const [index] of columns.entries()) {
      place(index, x);
      x += widths[index] ?? 0;
    }
    artifact(pdf.doc, () => rule(pdf, pdf.y + headHeight, pdf.theme.muted));
    pdf.y += headHeight;
  };
  const alignedX = (index: number, x: number, line: Line): number =>
    columns[index]?.align === 'right'
      ? x + (widths[index] ?? 0) - (index === columns.length - 1 ? 0 : pad.x) - line.width
      : x + leftPad(index);

  if (headed) {
    const thead = openElement(pdf.doc, element, 'THead');
    const headRow = openElement(pdf.doc, thead, 'TR');
    drawHead((index, x) => {
      const cell = openElement(pdf.doc, headRow, 'TH', { scope: 'Column' });
      for (const [line, set] of (head[index] ?? []).entries()) {
        drawLines(
          pdf,
          cell,
          'TH',
          [set],
          alignedX(index, x, set),
          pdf.y + padY + line * headStyle.leading,
          headStyle.leading,
        );
      }
      cell.end();
    });
    headRow.end();
    thead.end();
  } else artifact(pdf.doc, () => rule(pdf, pdf.y, pdf.theme.line));
  const turn = (): void => {
    newPage(pdf);
    if (!headed) return;
    drawHead((index, x) =>
      artifact(pdf.doc, () => {
        const lines = head[index] ?? [];
        for (const [line, set] of lines.entries())
          drawPlain(pdf, set, alignedX(index, x, set), pdf.y + padY + line * headStyle.leading, headStyle);
      }),
    );
  };

  const tbody = openElement(pdf.doc, element, 'TBody');
  for (let number = 0; next; number += 1) {
    const cells: Set[] = next;
    const height = heightOf(cells);
    const whole = height <= pdf.bottom - pdf.top - headHeight;
    if (pdf.y + (whole ? height : shortest) > pdf.bottom) turn();
    drawRow(pdf, tbody, columns, cells, styles, widths, padY, alignedX, turn);
    artifact(pdf.doc, () => rule(pdf, pdf.y, pdf.theme.line));
    const following = rows[number + 1];
    next = following ? set(following) : null;
  }
  tbody.end();
  element.end();
  pdf.y += options.after ?? 12;
}

/** Room that a row needs to begin at the foot of a page when it must go on over pages anyway. */
const shortest = 60;

/** Draws a row; one longer than a page goes on below the repeated head of the next. */
function drawRow(
  pdf: Pdf,
  tbody: StructureElement,
  columns: readonly Column[],
  cells: readonly Set[],
  styles: readonly TextStyle[],
  widths: readonly number[],
  padY: number,
  alignedX: (index: number, x: number, line: Line) => number,
  turn: () => void,
): void {
  const row = openElement(pdf.doc, tbody, 'TR');
  const tagOf = (index: number): string => (columns[index]?.rowHeader ? 'TH' : 'TD');
  const elements = columns.map((column, index) =>
    openElement(pdf.doc, row, tagOf(index), column.rowHeader ? { scope: 'Row' } : {}),
  );
  const leadingOf = (index: number): number => (styles[index] ?? pdf.scale.table).leading;
  let rest = cells.map((cell) => cell.lines);
  for (let first = true; ; first = false) {
    const room = pdf.bottom - pdf.y - padY * 2;
    const top = pdf.y + padY;
    const here = rest.map((lines, index) =>
      lines.slice(0, Math.max(1, Math.floor(room / leadingOf(index) + 0.001))),
    );
    let x = pdf.left;
    for (const [index, element] of elements.entries()) {
      const [tag, leading, lines, pill] = [
        tagOf(index),
        leadingOf(index),
        here[index] ?? [],
        cells[index]?.pill,
      ];
      if (pill && first)
        mark(pdf.doc, element, tag, () =>
          drawPill(pdf, pill.tone, pill.word, x + leftPad(index), top, leading),
        );
      else if (columns[index]?.align === 'right')
        for (const [line, set] of lines.entries())
          drawLines(pdf, element, tag, [set], alignedX(index, x, set), top + line * leading, leading);
      else if (lines.length > 0) drawLines(pdf, element, tag, lines, x + leftPad(index), top, leading);
      x += widths[index] ?? 0;
    }
    pdf.y +=
      Math.max(...here.map((lines, index) => (cells[index]?.pill ? 1 : lines.length) * leadingOf(index))) +
      padY * 2;
    rest = rest.map((lines, index) => lines.slice(here[index]?.length));
    if (rest.every((lines) => lines.length === 0)) break;
    turn();
  }
  for (const element of elements) element.end();
  row.end();
}

function setCell(pdf: Pdf, cell: Cell, style: TextStyle, width: number, maxLines: number): Set {
  if (typeof cell === 'object' && 'pill' in cell)
    return { lines: [], pill: { tone: cell.pill, word: cell.word } };
  return { lines: clipLines(pdf, layoutText(pdf, cell, style, width), maxLines, width) };
}

function drawPlain(pdf: Pdf, line: Line, x: number, y: number, style: TextStyle): void {
  for (const piece of line.pieces) drawText(pdf, piece.text, x + piece.x, y, style);
}

const leftPad = (index: number): number => (index === 0 ? 0 : pad.x);

const inner = (widths: readonly number[], index: number): number =>
  (widths[index] ?? 0) - leftPad(index) - (index === widths.length - 1 ? 0 : pad.x);

function columnWidths(pdf: Pdf, columns: readonly Column[]): number[] {
  const fixed = columns.reduce((sum, column) => sum + (column.fixed ? column.width : 0), 0);
  const shares = columns.reduce((sum, column) => sum + (column.fixed ? 0 : column.width), 0);
  return columns.map((column) =>
    column.fixed ? column.width : ((pdf.width - fixed) * column.width) / shares,
  );
}

function rule(pdf: Pdf, y: number, color: string): void {
  pdf.doc.lineWidth(0.75).strokeColor(color).moveTo(pdf.left, y).lineTo(pdf.right, y).stroke();
}
