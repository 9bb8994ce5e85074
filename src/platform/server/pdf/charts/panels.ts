import { ensure } from '../document.ts';
import type { Pdf } from '../document.ts';
import { drawSign } from '../pills/pill.ts';
import { artifact, drawElement, openElement } from '../structure.ts';
import { clipLines, clipText, drawLines, drawText, layoutText, textWidth } from '../text.ts';
import type { Content } from '../text.ts';
import { tones } from '../theme.ts';
import type { TextStyle, Tone } from '../theme.ts';

/** One plain sentence that matters, on its tone's tint, with an optional explanation below. */
export function callout(pdf: Pdf, tone: Tone, title: string, body?: Content): void {
  const titleStyle: TextStyle = { ...pdf.scale.h2, size: 13, leading: 19, color: pdf.theme.ink };
  const inset = 16;
  const x = pdf.left + inset + 24;
  const width = pdf.right - inset - x;
  const titleLines = layoutText(pdf, title, titleStyle, width);
  const bodyLines = body ? layoutText(pdf, body, pdf.scale.body, width) : [];
  const bodyTop = titleLines.length * titleStyle.leading + (body ? 3 : 0);
  const height = inset * 2 - 4 + bodyTop + bodyLines.length * pdf.scale.body.leading;
  ensure(pdf, height);
  const top = pdf.y;
  artifact(pdf.doc, () => {
    pdf.doc
      .roundedRect(pdf.left, top, pdf.width, height, 10)
      .lineWidth(0.75)
      .fillAndStroke(tones[tone].tint, tones[tone].line);
    drawSign(pdf, tone, pdf.left + inset + 7, top + inset - 2 + titleStyle.leading / 2, 13, tones[tone].text);
  });
  const first = openElement(pdf.doc, pdf.root, 'P');
  drawLines(pdf, first, 'P', titleLines, x, top + inset - 2, titleStyle.leading);
  first.end();
  if (body) {
    const second = openElement(pdf.doc, pdf.root, 'P');
    drawLines(pdf, second, 'P', bodyLines, x, top + inset - 2 + bodyTop, pdf.scale.body.leading);
    second.end();
  }
  pdf.y += height + 14;
}

export type StatTile = { value: string; label: string; note?: string; tone?: Tone };

/** Big numbers side by side. */
export function statTiles(pdf: Pdf, tiles: readonly StatTile[]): void {
  const gap = 12;
  const width = (pdf.width - gap * (tiles.length - 1)) / tiles.length;
  const height = 82;
  ensure(pdf, height);
  const top = pdf.y;
  const list = openElement(pdf.doc, pdf.root, 'L');
  for (const [index, tile] of tiles.entries()) {
    const x = pdf.left + index * (width + gap);
    const { figure, meta, h3 } = pdf.scale;
    artifact(pdf.doc, () => {
      pdf.doc.roundedRect(x, top, width, height, 8).lineWidth(0.75).strokeColor(pdf.theme.line).stroke();
      if (tile.tone) drawSign(pdf, tile.tone, x + width - 18, top + 18, 10);
    });
    const entry = openElement(pdf.doc, list, 'LI');
    drawElement(pdf.doc, entry, 'Lbl', {}, () =>
      drawText(pdf, clipText(pdf, tile.label, h3, width - 48), x + 14, top + 11, h3),
    );
    drawElement(pdf.doc, entry, 'LBody', {}, () => {
      drawText(pdf, tile.value, x + 14, top + 26, figure);
      if (tile.note) drawText(pdf, clipText(pdf, tile.note, meta, width - 28), x + 14, top + 62, meta);
    });
    entry.end();
  }
  list.end();
  pdf.y += height + 6;
}

export type Step = { title: string; body: string; meta?: string };

/** Numbered things to do, each with a title, a sentence and who or when; each stays whole. */
export function steps(pdf: Pdf, items: readonly Step[]): void {
  const list = openElement(pdf.doc, pdf.root, 'L');
  const titleStyle: TextStyle = { ...pdf.scale.body, face: 'semibold', leading: 15 };
  const bodyStyle: TextStyle = { ...pdf.scale.table };
  const x = pdf.left + 30;
  const width = pdf.right - x;
  for (const [index, item] of items.entries()) {
    const title = layoutText(pdf, clipText(pdf, item.title, titleStyle, width), titleStyle, width);
    const body = clipLines(pdf, layoutText(pdf, item.body, bodyStyle, width), 2, width);
    const meta = item.meta
      ? layoutText(pdf, clipText(pdf, item.meta, pdf.scale.meta, width), pdf.scale.meta, width)
      : [];
    const height = title.length * 15 + body.length * bodyStyle.leading + meta.length * pdf.scale.meta.leading;
    ensure(pdf, height);
    const top = pdf.y;
    const entry = openElement(pdf.doc, list, 'LI');
    artifact(pdf.doc, () => pdf.doc.circle(pdf.left + 10, top + 8, 10).fill(pdf.theme.accentTint));
    const number = String(index + 1);
    const numberStyle: TextStyle = {
      ...pdf.scale.meta,
      face: 'semibold',
      size: 9,
      leading: 16,
      color: pdf.theme.accent,
    };
    drawElement(pdf.doc, entry, 'Lbl', {}, () =>
      drawText(pdf, number, pdf.left + 10 - textWidth(pdf, number, numberStyle) / 2, top, numberStyle),
    );
    const element = openElement(pdf.doc, entry, 'LBody');
    drawLines(pdf, element, 'LBody', title, x, top, 15);
    drawLines(pdf, element, 'LBody', body, x, top + title.length * 15, bodyStyle.leading);
    drawLines(
      pdf,
      element,
      'LBody',
      meta,
      x,
      top + title.length * 15 + body.length * bodyStyle.leading,
      pdf.scale.meta.leading,
    );
    element.end();
    entry.end();
    pdf.y += height + 8;
  }
  list.end();
}
