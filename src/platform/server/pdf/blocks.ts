import { ensure, newPage, space } from './document.ts';
import type { Pdf } from './document.ts';
import { printable } from './printable.ts';
import { artifact, drawElement, mark, openElement } from './structure.ts';
import type { StructureElement } from './structure.ts';
import { clipLines, clipText, drawLines, drawText, layoutText } from './text.ts';
import type { Content, Line } from './text.ts';
import type { TextStyle } from './theme.ts';

type HeadingOptions = {
  /** Name that contents and links point to. */
  id?: string;
  /** Height of what follows that must stay on the same page; levels 1 and 2 keep enough by themselves. */
  keep?: number;
  /** Bookmark text where the heading itself is too long. */
  bookmark?: string;
  /** Its number, in a margin of this width left of the text. */
  number?: { text: string; hang: number };
  style?: TextStyle;
  /** Space above and below. */
  above?: number;
  below?: number;
};

const above = { 1: 24, 2: 16, 3: 10 } as const;
const below = { 1: 8, 2: 5, 3: 3 } as const;

/** A heading under the document's title: level 1 and 2 become bookmarks; it is never alone at the foot of a page. */
export function heading(pdf: Pdf, level: 1 | 2 | 3, text: string, options: HeadingOptions = {}): void {
  const style = options.style ?? pdf.scale[`h${level}`];
  const { number } = options;
  const gapBelow = options.below ?? below[level];
  const lines = layoutText(pdf, text, style, pdf.width);
  const height = lines.length * style.leading;
  space(pdf, options.above ?? above[level]);
  ensure(pdf, height + gapBelow + (options.keep ?? 56));
  if (options.id) {
    pdf.doc.addNamedDestination(options.id, 'XYZ', null as never, Math.max(pdf.y - 12, 0), null as never);
    pdf.places.set(options.id, pdf.pageIndex);
  }
  if (level < 3) bookmark(pdf, level, options.bookmark ?? (number ? `${number.text} ${text}` : text));
  // A level is never skipped, however the sizes are chosen (PDF/UA).
  pdf.depth = Math.min(level + 1, pdf.depth + 1);
  const tag = `H${pdf.depth}`;
  const element = openElement(pdf.doc, pdf.root, tag);
  if (number)
    mark(pdf.doc, element, tag, () => drawText(pdf, `${number.text} `, pdf.left - number.hang, pdf.y, style));
  drawLines(pdf, element, tag, lines, pdf.left, pdf.y, style.leading);
  element.end();
  pdf.y += height + gapBelow;
}

function bookmark(pdf: Pdf, level: number, text: string): void {
  const title = printable(text, 'regular', { limit: 120 });
  const options = { top: Math.max(pdf.y - 12, 0), left: pdf.doc.page.width } as never;
  if (level === 1 || !pdf.chapter) pdf.chapter = pdf.doc.outline.addItem(title, options);
  else pdf.chapter.addItem(title, options);
}

type ParagraphOptions = { style?: TextStyle; width?: number; after?: number; x?: number };

/** Running text; splits over pages without leaving one line alone on either side. */
export function paragraph(pdf: Pdf, content: Content, options: ParagraphOptions = {}): void {
  const style = options.style ?? pdf.scale.body;
  const element = openElement(pdf.doc, pdf.root, 'P');
  flow(
    pdf,
    element,
    'P',
    balanced(pdf, content, style, options.width ?? pdf.measure),
    options.x ?? pdf.left,
    style.leading,
  );
  element.end();
  pdf.y += options.after ?? 7;
}

/** Sets a paragraph so that its last line is not a single short word, where a slightly narrower measure helps. */
function balanced(pdf: Pdf, content: Content, style: TextStyle, width: number): Line[] {
  const lines = layoutText(pdf, content, style, width);
  if (lines.length < 2 || (lines.at(-1)?.width ?? width) > width * 0.12) return lines;
  for (const share of [0.97, 0.94, 0.91]) {
    const narrower = layoutText(pdf, content, style, width * share);
    if (narrower.length === lines.length && (narrower.at(-1)?.width ?? 0) > width * 0.12) return narrower;
  }
  return lines;
}

/** Draws lines downwards over as many pages as they need. */
function flow(
  pdf: Pdf,
  element: StructureElement,
  tag: string,
  lines: readonly Line[],
  x: number,
  leading: number,
): void {
  let rest = lines;
  while (rest.length > 0) {
    const room = Math.floor((pdf.bottom - pdf.y) / leading + 0.001);
    let count = rest.length;
    if (count > room) {
      count = rest.length - room < 2 ? rest.length - 2 : room;
      if (pdf.y > pdf.top && (room < 2 || count < 2)) {
        newPage(pdf);
        continue;
      }
      count = Math.max(1, Math.min(count, room));
    }
    drawLines(pdf, element, tag, rest.slice(0, count), x, pdf.y, leading);
    pdf.y += count * leading;
    rest = rest.slice(count);
    if (rest.length > 0) newPage(pdf);
  }
}

type ListOptions = {
  ordered?: boolean;
  /** Number of the first point; 1 by default. */ start?: number;
  style?: TextStyle;
  width?: number;
  indent?: number;
  /** Points follow each other like lines of one paragraph. */
  tight?: boolean;
};

/** Bulleted or numbered points. */
export function list(pdf: Pdf, items: readonly Content[], options: ListOptions = {}): void {
  const style = options.style ?? pdf.scale.body;
  const hang = options.ordered ? 20 : 14;
  const x = pdf.left + (options.indent ?? 0);
  const parent = openElement(pdf.doc, pdf.root, 'L');
  for (const [index, item] of items.entries()) {
    const lines = balanced(pdf, item, style, (options.width ?? pdf.measure) - hang);
    // The label is drawn first: what cannot be split without leaving a line alone must fit below it.
    ensure(pdf, (lines.length <= 3 ? lines.length : 2) * style.leading);
    const entry = openElement(pdf.doc, parent, 'LI');
    drawElement(pdf.doc, entry, 'Lbl', {}, () => {
      if (options.ordered)
        drawText(pdf, `${(options.start ?? 1) + index}.`, x, pdf.y, {
          ...style,
          face: 'medium',
          tabular: true,
          color: pdf.theme.muted,
        });
      else drawText(pdf, '\u2022', x + 2, pdf.y, { ...style, color: pdf.theme.muted });
    });
    const body = openElement(pdf.doc, entry, 'LBody');
    flow(pdf, body, 'LBody', lines, x + hang, style.leading);
    body.end();
    entry.end();
    pdf.y += options.tight ? 1 : 3;
  }
  parent.end();
  pdf.y += options.tight ? 2 : 4;
}

export type KeyValue = { label: string; value: Content };

/** Facts in a grid: small label above its value; rows stay whole. */
export function keyValues(
  pdf: Pdf,
  pairs: readonly KeyValue[],
  options: { columns?: number; style?: TextStyle } = {},
): void {
  const columns = options.columns ?? 3;
  const gap = 20;
  const style = options.style ?? { ...pdf.scale.table, face: 'medium' as const };
  const width = (pdf.width - gap * (columns - 1)) / columns;
  const label = pdf.scale.meta;
  const parent = openElement(pdf.doc, pdf.root, 'L');
  for (let start = 0; start < pairs.length; start += columns) {
    const row = pairs.slice(start, start + columns).map((pair) => ({
      ...pair,
      lines: clipLines(pdf, layoutText(pdf, pair.value, style, width), 8, width),
    }));
    const height = label.leading + 1 + Math.max(...row.map((pair) => pair.lines.length)) * style.leading;
    ensure(pdf, height);
    for (const [index, pair] of row.entries()) {
      const x = pdf.left + index * (width + gap);
      const entry = openElement(pdf.doc, parent, 'LI');
      drawElement(pdf.doc, entry, 'Lbl', {}, () =>
        drawText(pdf, clipText(pdf, pair.label, label, width), x, pdf.y, label),
      );
      const body = openElement(pdf.doc, entry, 'LBody');
      drawLines(pdf, body, 'LBody', pair.lines, x, pdf.y + label.leading + 1, style.leading);
      body.end();
      entry.end();
    }
    pdf.y += height + 8;
  }
  parent.end();
}

/** A hairline across the page. */
export function divider(pdf: Pdf, options: { above?: number; below?: number } = {}): void {
  space(pdf, options.above ?? 12);
  artifact(pdf.doc, () =>
    pdf.doc
      .lineWidth(0.75)
      .strokeColor(pdf.theme.line)
      .moveTo(pdf.left, pdf.y)
      .lineTo(pdf.right, pdf.y)
      .stroke(),
  );
  pdf.y += options.below ?? 12;
}
