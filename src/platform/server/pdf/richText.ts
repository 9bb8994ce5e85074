import { isOwnPlace, type RichBlock, type RichSpan, type RichText } from '../../richText.ts';
import { heading, paragraph } from './blocks.ts';
import { space, type Pdf } from './document.ts';
import { evidence } from './evidence.ts';
import { items, type Item } from './items.ts';
import { quote } from './quote.ts';
import type { Inline } from './text.ts';

/** Longest run that the kit sets in one piece. */
const longestRun = 4000;
const runsOf = (text: string): string[] => text.match(new RegExp(`[^]{1,${longestRun}}`, 'gu')) ?? [];

const textOf = (spans: readonly RichSpan[]): string =>
  spans
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

const contentOf = (spans: readonly RichSpan[], webAddress: string): Inline[] =>
  spans.flatMap(({ text, bold, italic, code, link }) =>
    runsOf(text).map((run) => ({
      text: run,
      ...(bold && { strong: true }),
      ...(italic && { emphasis: true }),
      ...(code && { code: true }),
      ...(link && { link: isOwnPlace(link) ? webAddress + link : link }),
    })),
  );

/**
 * Writes formatted text (platform/richText.ts) below the last block.
 * @param webAddress scheme and host before places of the portal itself
 */
export function writeRichText(pdf: Pdf, text: RichText, webAddress: string): void {
  for (const block of text) writeBlock(pdf, block, webAddress);
}

function itemOf(pdf: Pdf, label: string, [first, ...rest]: readonly RichBlock[], webAddress: string): Item {
  const own = first?.kind === 'paragraph';
  const below = own ? rest : first ? [first, ...rest] : [];
  return {
    label,
    text: own ? contentOf(first.spans, webAddress) : first ? null : '',
    ...(below.length > 0 ? { more: () => writeRichText(pdf, below, webAddress) } : {}),
  };
}

function writeBlock(pdf: Pdf, block: RichBlock, webAddress: string): void {
  switch (block.kind) {
    case 'heading':
      return heading(pdf, block.level === 2 ? 1 : 2, textOf(block.spans), {
        style: block.level === 2 ? pdf.scale.h2 : pdf.scale.h3,
        above: block.level === 2 ? 14 : 8,
        below: 4,
        keep: 40,
      });
    case 'paragraph':
      return paragraph(pdf, contentOf(block.spans, webAddress));
    case 'code':
      evidence(pdf, block.text, { maxLines: 60 });
      return space(pdf, 4);
    case 'list':
      items(
        pdf,
        block.items.map((item, i) => itemOf(pdf, block.ordered ? `${i + 1}.` : '\u2022', item, webAddress)),
        { hang: block.ordered ? 20 : 14, indent: block.ordered ? 0 : 2, gap: 3 },
      );
      return space(pdf, 4);
    case 'quote':
      return quote(pdf, () => writeRichText(pdf, block.blocks, webAddress));
  }
}
