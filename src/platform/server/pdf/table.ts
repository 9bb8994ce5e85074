import { ensure, newPage } from './document.ts';
import type { Pdf } from './document.ts';
import { drawPill } from './pill.ts';
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
  /** Most lines a cell may take before it is cut with an ellipsis. */
  maxLines?: number;
};
export type Cell = Content | { pill: Tone; word: string };

type Set = { lines: Line[]; pill?: { tone: Tone; word: string } };

/** Inside a row; the outer edges line up with the text of the page. */
const pad = { x: 6, y: 5 };

/** A table: the head is repeated on each page, a row is never split, cells wrap and never overflow. */
export function table(pdf: Pdf, columns: readonly Column[], rows: readonly (readonly Cell[])[], options: { after?: number } = {}): void {
  const widths = columnWidths(pdf, columns);
  const base = pdf.scale.table;
  const headStyle: TextStyle = { ...pdf.scale.meta, face: 'medium', leading: 12 };
  const styles = columns.map((column): TextStyle => ({ ...base, tabular: column.tabular, ...column.style }));
  const head = columns.map((column, index) => layoutText(pdf, column.header, headStyle, inner(widths, index)));
  const headHeight = Math.max(...head.map((lines) => lines.length)) * headStyle.leading + pad.y * 2 - 1;
  const set = (row: readonly Cell[]): Set[] =>
    columns.map((column, index) => setCell(pdf, row[index] ?? '', styles[index] ?? base, inner(widths, index), column.maxLines ?? 14));
  const heightOf = (cells: readonly Set[]): number =>
    Math.max(...cells.map((cell, index) => (cell.pill ? 1 : cell.lines.length) * (styles[index] ?? base).leading)) + pad.y * 2;

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

  const thead = openElement(pdf.doc, element, 'THead');
  const headRow = openElement(pdf.doc, thead, 'TR');
  drawHead((index, x) => {
    const cell = openElement(pdf.doc, headRow, 'TH', { scope: 'Column' });
    for (const [line, set] of (head[index] ?? []).entries()) {
      drawLines(pdf, cell, 'TH', [set], alignedX(index, x, set), pdf.y + pad.y + line * headStyle.leading, headStyle.leading);
    }
    cell.end();
  });
  headRow.end();
  thead.end();

  const tbody = openElement(pdf.doc, element, 'TBody');
  for (let number = 0; next; number += 1) {
    const cells: Set[] = next;
    const height = heightOf(cells);
    if (pdf.y + height > pdf.bottom) {
      newPage(pdf);
      drawHead((index, x) =>
        artifact(pdf.doc, () => {
          const lines = head[index] ?? [];
          for (const [line, set] of lines.entries())
            drawPlain(pdf, set, alignedX(index, x, set), pdf.y + pad.y + line * headStyle.leading, headStyle);
        }),
      );
    }
    drawRow(pdf, tbody, columns, cells, styles, widths, alignedX);
    pdf.y += height;
    artifact(pdf.doc, () => rule(pdf, pdf.y, pdf.theme.line));
    const following = rows[number + 1];
    next = following ? set(following) : null;
  }
  tbody.end();
  element.end();
  pdf.y += options.after ?? 12;
}

function drawRow(
  pdf: Pdf,
  tbody: StructureElement,
  columns: readonly Column[],
  cells: readonly Set[],
  styles: readonly TextStyle[],
  widths: readonly number[],
  alignedX: (index: number, x: number, line: Line) => number,
): void {
  const row = openElement(pdf.doc, tbody, 'TR');
  let x = pdf.left;
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    const style = styles[index] ?? pdf.scale.table;
    const tag = column.rowHeader ? 'TH' : 'TD';
    const element = openElement(pdf.doc, row, tag, column.rowHeader ? { scope: 'Row' } : {});
    const top = pdf.y + pad.y;
    if (cell?.pill) {
      const { tone, word } = cell.pill;
      mark(pdf.doc, element, tag, () => drawPill(pdf, tone, word, x + leftPad(index), top, style.leading));
    } else if (cell && column.align === 'right') {
      for (const [line, set] of cell.lines.entries())
        drawLines(pdf, element, tag, [set], alignedX(index, x, set), top + line * style.leading, style.leading);
    } else if (cell) drawLines(pdf, element, tag, cell.lines, x + leftPad(index), top, style.leading);
    element.end();
    x += widths[index] ?? 0;
  }
  row.end();
}

function setCell(pdf: Pdf, cell: Cell, style: TextStyle, width: number, maxLines: number): Set {
  if (typeof cell === 'object' && 'pill' in cell) return { lines: [], pill: { tone: cell.pill, word: cell.word } };
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
  return columns.map((column) => (column.fixed ? column.width : ((pdf.width - fixed) * column.width) / shares));
}

function rule(pdf: Pdf, y: number, color: string): void {
  pdf.doc.lineWidth(0.75).strokeColor(color).moveTo(pdf.left, y).lineTo(pdf.right, y).stroke();
}
