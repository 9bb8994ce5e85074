import type { Pdf } from './document.ts';
import { capHeight } from './fonts.ts';
import { printable, safeLink } from './printable.ts';
import { annotateLink, mark, openElement } from './structure.ts';
import type { StructureElement } from './structure.ts';
import type { TextStyle } from './theme.ts';

type Run = {
  text: string;
  strong?: boolean;
  emphasis?: boolean;
  code?: boolean;
  underline?: boolean;
  strike?: boolean;
  color?: string;
  /** http, https or mailto */ link?: string;
  /** A heading's id. */ goTo?: string;
};
/** A run inside running text. */
export type Inline = string | Run;
export type Content = string | readonly Inline[];

type Target = { url: string } | { goTo: string };
export type Piece = { text: string; style: TextStyle; x: number; width: number; target?: Target };
export type Line = { pieces: Piece[]; width: number };

const keyOf = (style: TextStyle): string =>
  `${style.face}/${style.size}/${style.tabular ? 't' : ''}${style.tracking ?? 0}`;

/** Width of a text already printable, in points. */
export function textWidth(pdf: Pdf, text: string, style: TextStyle): number {
  const key = keyOf(style);
  let widths = pdf.widths.get(key);
  if (!widths) {
    widths = new Map();
    pdf.widths.set(key, widths);
  }
  let width = widths.get(text);
  if (width === undefined) {
    pdf.doc.font(style.face, style.size);
    width =
      pdf.doc.widthOfString(text, { features: style.tabular ? ['tnum'] : undefined, lineBreak: false }) +
      (style.tracking ?? 0) * text.length;
    widths.set(text, width);
  }
  return width;
}

/** Draws one line of printable text; y is the top of its line box. Call it inside marked content. */
export function drawText(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  if (text === '') return;
  const baseline = y + style.leading / 2 + (capHeight(style.face) * style.size) / 2;
  pdf.doc
    .font(style.face, style.size)
    .fillColor(style.color)
    .text(text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      features: style.tabular ? ['tnum'] : undefined,
      characterSpacing: style.tracking ?? 0,
    });
  if (style.underline) drawStroke(pdf, text, x, baseline + style.size * 0.14, style);
  if (style.strike) drawStroke(pdf, text, x, baseline - style.size * 0.26, style);
}

/** A line below or through the words, none under the spaces around them. */
function drawStroke(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  const words = text.trim();
  const start = x + textWidth(pdf, text.slice(0, text.indexOf(words)), style);
  pdf.doc
    .lineWidth(style.size * 0.06)
    .strokeColor(style.color)
    .moveTo(start, y)
    .lineTo(start + textWidth(pdf, words, style), y)
    .stroke();
}

/** One line of any text, harmless and cut with an ellipsis where it is too long. */
export function clipText(pdf: Pdf, text: string, style: TextStyle, width: number): string {
  const clean = printable(text, style.face, { limit: 400 }).trim();
  if (textWidth(pdf, clean, style) <= width) return clean;
  const room = width - textWidth(pdf, '\u2026', style);
  return `${fitting(pdf, clean, style, room).trimEnd()}\u2026`;
}

/** The longest start of a token that fits, at least one character. */
function fitting(pdf: Pdf, token: string, style: TextStyle, width: number): string {
  let used = 0;
  let out = '';
  for (const char of token) {
    used += textWidth(pdf, char, style);
    if (used > width && out !== '') return out;
    out += char;
  }
  return out;
}

/** At most so many lines of a width, the last one ending in an ellipsis where something was cut. */
export function clipLines(pdf: Pdf, lines: readonly Line[], most: number, width: number): Line[] {
  const kept = lines.slice(0, most);
  const last = kept.at(-1)?.pieces.at(-1);
  if (lines.length <= most || !last) return kept;
  let text = last.text.trimEnd();
  while (text !== '' && last.x + textWidth(pdf, `${text}\u2026`, last.style) > width)
    text = text.replace(/.$/su, '');
  last.text = `${text}\u2026`;
  return kept;
}

type Atom = { text: string; style: TextStyle; target?: Target; gap: boolean };

function targetOf({ goTo, link }: Run): Target | undefined {
  if (goTo) return { goTo };
  const url = link ? safeLink(link) : null;
  return url ? { url } : undefined;
}

const styleOf = (
  { code, strong, emphasis, underline, strike, color }: Run,
  style: TextStyle,
  usual: string,
): TextStyle => ({
  ...style,
  face: code ? 'mono' : strong ? 'semibold' : emphasis ? 'italic' : style.face,
  size: code ? style.size * 0.9 : style.size,
  color: color ?? usual,
  ...(underline ? { underline: true } : {}),
  ...(strike ? { strike: true } : {}),
});

function atomsOf(content: Content, style: TextStyle, accent: string): Atom[][] {
  const paragraphs: Atom[][] = [[]];
  let gap = false;
  for (const run of typeof content === 'string' ? [content] : content) {
    const part: Run = typeof run === 'string' ? { text: run } : run;
    const target = targetOf(part);
    const runStyle = styleOf(part, style, target ? accent : style.color);
    for (const [index, line] of printable(part.text, runStyle.face, { lines: true }).split('\n').entries()) {
      if (index > 0) {
        paragraphs.push([]);
        gap = false;
      }
      for (const word of line.split(/( +)/u)) {
        if (word === '') continue;
        if (word.trim() === '' && !word.includes('\u00a0')) gap = true;
        else {
          paragraphs.at(-1)?.push({ text: word, style: runStyle, target, gap });
          gap = false;
        }
      }
    }
  }
  return paragraphs;
}

const looksAlike = (a: TextStyle, b: TextStyle): boolean =>
  a.face === b.face && a.color === b.color && a.underline === b.underline && a.strike === b.strike;

/** Where a long token may be cut: after what separates the parts of an address. */
const seams = /(?<=[/?&=._\-,;:+%@])/u;

/** No line is as long, whatever the letters: measuring the rest of a very long token once per line would take for ever. */
const longestOnLine = 1000;
const tokenWidth = (pdf: Pdf, text: string, style: TextStyle): number =>
  text.length > longestOnLine ? Infinity : textWidth(pdf, text, style);

/** Sets text into lines of a width. Any token fits: one too long is cut at a seam, or anywhere. */
export function layoutText(pdf: Pdf, content: Content, style: TextStyle, width: number): Line[] {
  const lines: Line[] = [];
  for (const atoms of atomsOf(content, style, pdf.theme.accent)) {
    let line: Line = { pieces: [], width: 0 };
    const put = (atom: Atom, text: string, gap: boolean): void => {
      const shown = gap ? ` ${text}` : text;
      const last = line.pieces.at(-1);
      const wide = textWidth(pdf, shown, atom.style);
      if (last && last.target === atom.target && looksAlike(last.style, atom.style)) {
        last.text += shown;
        last.width += wide;
      } else
        line.pieces.push({ text: shown, style: atom.style, x: line.width, width: wide, target: atom.target });
      line.width += wide;
    };
    const turn = (spaced: boolean): void => {
      // A space at the end keeps the words apart for readers of the text without the lines.
      const last = line.pieces.at(-1);
      if (spaced && last) last.text += ' ';
      lines.push(line);
      line = { pieces: [], width: 0 };
    };
    for (const unit of unitsOf(atoms)) {
      let gap = unit[0]?.gap === true;
      const wide = unit.reduce((sum, atom) => sum + tokenWidth(pdf, atom.text, atom.style), 0);
      const room = (): number =>
        width - line.width - (gap && line.width > 0 ? textWidth(pdf, ' ', unit[0]?.style ?? style) : 0);
      if (wide > room() && line.width > 0 && (wide <= width || line.width > width * 0.6)) turn(gap);
      for (const atom of unit) {
        for (const part of wide <= room() ? [atom.text] : atom.text.split(seams)) {
          let rest = part;
          while (rest !== '') {
            const whole = tokenWidth(pdf, rest, atom.style);
            const start =
              whole <= room()
                ? rest
                : whole <= width && line.width > 0
                  ? ''
                  : fitting(pdf, rest, atom.style, room());
            if (start === '' || (line.width > 0 && textWidth(pdf, start, atom.style) > room())) {
              turn(gap);
              continue;
            }
            put(atom, start, gap && line.width > 0);
            gap = false;
            rest = rest.slice(start.length);
            if (rest !== '') turn(false);
          }
        }
      }
    }
    turn(false);
  }
  return lines;
}

/** Atoms that stand together without a space. */
function unitsOf(atoms: readonly Atom[]): Atom[][] {
  const units: Atom[][] = [];
  for (const atom of atoms) {
    const last = units.at(-1);
    if (atom.gap || !last) units.push([atom]);
    else last.push(atom);
  }
  return units;
}

/** Draws set lines from y downwards on the current page, tagged as content of an element. */
export function drawLines(
  pdf: Pdf,
  element: StructureElement,
  tag: string,
  lines: readonly Line[],
  x: number,
  y: number,
  leading: number,
): void {
  let plain: { piece: Piece; top: number }[] = [];
  const draw = ({ piece, top }: { piece: Piece; top: number }): void =>
    drawText(pdf, piece.text, x + piece.x, top, { ...piece.style, leading });
  const flush = (): void => {
    if (plain.length > 0) mark(pdf.doc, element, tag, () => plain.forEach(draw));
    plain = [];
  };
  for (const [index, line] of lines.entries()) {
    const top = y + index * leading;
    for (const piece of line.pieces) {
      const { target } = piece;
      if (!target) {
        plain.push({ piece, top });
        continue;
      }
      flush();
      const link = openElement(pdf.doc, element, 'Link');
      mark(pdf.doc, link, 'Link', () => draw({ piece, top }));
      const box = { x: x + piece.x, y: top, width: piece.width, height: leading };
      annotateLink(pdf.doc, link, box, target, 'url' in target ? target.url : piece.text.trim());
      link.end();
    }
  }
  flush();
}
