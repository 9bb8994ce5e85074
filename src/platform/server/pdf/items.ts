import { paragraph } from './blocks.ts';
import { ensure } from './document.ts';
import type { Pdf } from './document.ts';
import { drawElement, openElement } from './structure.ts';
import type { StructureElement } from './structure.ts';
import { drawText, layoutText } from './text.ts';
import type { Content } from './text.ts';
import type { TextStyle } from './theme.ts';

/** Narrowest column that text is still set in, however deep it is nested. */
const narrowest = 120;

/** Whatever blocks `work` writes become parts of an element and stand in a column of their own, over as many pages as they need. */
export function inside(
  pdf: Pdf,
  parent: StructureElement,
  frame: { left: number; right?: number },
  work: () => void,
): void {
  const { root, left, right, width, measure } = pdf;
  pdf.root = parent;
  pdf.right = frame.right ?? right;
  pdf.left = Math.min(frame.left, pdf.right - narrowest);
  pdf.width = pdf.right - pdf.left;
  pdf.measure = Math.min(Math.max(left + measure - pdf.left, narrowest), pdf.width);
  try {
    work();
  } finally {
    Object.assign(pdf, { root, left, right, width, measure });
  }
}

export type Item = {
  /** Stands in the margin: a number, or a bullet. */
  label: string;
  /** The paragraph beside the label; null where something else begins. */
  text: Content | null;
  /** Writes what follows below it, further lists among it. */
  more?: () => void;
};

type ItemsOptions = {
  /** Width of the margin that the labels hang in. */
  hang: number;
  /** Where the labels begin, from the left edge of the text; may be negative. */
  indent?: number;
  style?: TextStyle;
  labelStyle?: TextStyle;
  /** Space after each. */
  gap?: number;
};

/** Points with hanging labels that may hold any blocks; a label is never alone at the foot of a page. */
export function items(pdf: Pdf, points: readonly Item[], options: ItemsOptions): void {
  const style = options.style ?? pdf.scale.body;
  const labelStyle = options.labelStyle ?? { ...style, color: pdf.theme.muted, tabular: true };
  const x = pdf.left + (options.indent ?? 0);
  const parent = openElement(pdf.doc, pdf.root, 'L');
  for (const point of points) {
    const entry = openElement(pdf.doc, parent, 'LI');
    const body = (): StructureElement => openElement(pdf.doc, entry, 'LBody');
    const frame = { left: x + options.hang };
    const room = pdf.left + pdf.measure - x - options.hang;
    const lines =
      point.text === null ? 3 : layoutText(pdf, point.text, style, Math.max(room, narrowest)).length;
    ensure(pdf, (lines <= 3 ? lines : 2) * style.leading);
    drawElement(pdf.doc, entry, 'Lbl', {}, () => drawText(pdf, point.label, x, pdf.y, labelStyle));
    const element = body();
    inside(pdf, element, frame, () => {
      if (point.text !== null) paragraph(pdf, point.text, { style, after: options.gap ?? 4 });
      point.more?.();
    });
    element.end();
    entry.end();
  }
  parent.end();
}
