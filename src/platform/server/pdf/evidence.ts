import { ensure, newPage } from './document.ts';
import type { Pdf } from './document.ts';
import { fontOf } from './fonts.ts';
import { printable } from './printable.ts';
import { artifact, mark, openElement } from './structure.ts';
import { drawText } from './text.ts';

const inset = { x: 10, y: 8 };

type EvidenceOptions = {
  /** Small line above the block, also its name for a screen reader. */
  label?: string;
  /** Most lines shown; a line below them counts the rest. */
  maxLines?: number;
  /** Smaller, for what is looked at in passing. */
  small?: boolean;
};

const smaller = { size: 6.75, leading: 9.25 };

/**
 * Text exactly as a machine sent it, in a box that nothing can leave: control, invisible and direction-changing
 * characters appear as escapes, long lines are cut at the edge, blocks go on over pages.
 */
export function evidence(pdf: Pdf, text: string, options: EvidenceOptions = {}): void {
  const style = options.small ? { ...pdf.scale.code, ...smaller } : pdf.scale.code;
  const perLine = Math.floor((pdf.width - inset.x * 2) / charWidth(style.size));
  const padY = options.small ? 4 : inset.y;
  const all = codeLines(text, perLine);
  const maxLines = options.maxLines ?? 60;
  const lines =
    all.length > maxLines
      ? [...all.slice(0, maxLines - 1), `[${all.length - maxLines + 1} more lines not shown]`]
      : all;
  const labelHeight = options.label ? pdf.scale.meta.leading + 3 : 0;
  ensure(pdf, labelHeight + padY * 2 + Math.min(lines.length, options.small ? 12 : 4) * style.leading);
  const parent = openElement(pdf.doc, pdf.root, 'P');
  if (options.label) {
    const { label } = options;
    const labelStyle = { ...pdf.scale.meta, face: 'medium' as const };
    mark(pdf.doc, parent, 'P', () => drawText(pdf, printable(label, 'medium'), pdf.left, pdf.y, labelStyle));
    pdf.y += labelHeight;
  }
  const code = openElement(pdf.doc, parent, 'Code');
  let rest = lines;
  while (rest.length > 0) {
    const room = Math.max(1, Math.floor((pdf.bottom - pdf.y - padY * 2) / style.leading));
    const here = rest.slice(0, room);
    rest = rest.slice(room);
    const height = here.length * style.leading + padY * 2;
    artifact(pdf.doc, () => {
      pdf.doc
        .roundedRect(pdf.left, pdf.y, pdf.width, height, 6)
        .lineWidth(0.75)
        .fillAndStroke(pdf.theme.surface, pdf.theme.line);
    });
    mark(pdf.doc, code, 'Code', () => {
      for (const [index, line] of here.entries())
        drawText(pdf, line, pdf.left + inset.x, pdf.y + padY + index * style.leading, style);
    });
    pdf.y += height;
    if (rest.length > 0) newPage(pdf);
  }
  code.end();
  parent.end();
  pdf.y += options.small ? 4 : 10;
}

/** Every character of the face is equally wide, so lines are counted, not measured. */
function charWidth(size: number): number {
  const font = fontOf('mono');
  return (font.glyphForCodePoint(0x4d).advanceWidth / font.unitsPerEm) * size;
}

/** Harmless lines of at most so many characters. */
export function codeLines(text: string, perLine: number): string[] {
  const lines: string[] = [];
  for (const line of printable(text, 'mono', { escape: true, lines: true })
    .replace(/(?<!\s)\s+$/u, '')
    .split('\n')) {
    const chars = [...line];
    if (chars.length === 0) lines.push('');
    for (let start = 0; start < chars.length; start += perLine)
      lines.push(chars.slice(start, start + perLine).join(''));
  }
  return lines;
}
