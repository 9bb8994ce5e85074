import { divider, heading, paragraph } from '#platform/server/pdf/blocks.ts';
import { space } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { inside, items } from '#platform/server/pdf/items.ts';
import type { Item } from '#platform/server/pdf/items.ts';
import { quote } from '#platform/server/pdf/quote.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Column } from '#platform/server/pdf/table.ts';
import type { Inline } from '#platform/server/pdf/text.ts';
import { tones } from '#platform/server/pdf/theme.ts';
import type { Block, Span } from '../../document.ts';

export type TextLayout = {
  /** Margin in which the numbers of sections and rules hang; 0 for a text without numbers. */
  hang: number;
  /** How far the text's headings lie below the document's: 0 in a policy's own file, 1 in a collection. */
  depth: 0 | 1;
};

/** Longest run that is handed on in one piece; the kit cuts longer ones, and of a policy nothing may be lost. */
const longestRun = 4000;

export const runsOf = (text: string): string[] =>
  text.length <= longestRun ? [text] : (text.match(/[^]{1,4000}(?=\s|$)|[^]{1,4000}/gu) ?? []);

const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');
const isBlank = (spans: readonly Span[]): boolean => textOf(spans).trim() === '';

/** A line of the text as the kit sets it; a value that is still empty stands out. */
const contentOf = (spans: readonly Span[]): Inline[] =>
  spans.flatMap(({ text, strong, em, underline, strike, link, blank }) =>
    runsOf(text).map((run) => ({
      text: run,
      strong,
      emphasis: em,
      underline,
      strike,
      link,
      ...(blank ? { color: tones.warning.text } : {}),
    })),
  );

/** Writes the filled text of a policy, in the order and with the numbers it has on screen. */
export function writeText(pdf: Pdf, blocks: readonly Block[], layout: TextLayout): void {
  if (layout.hang === 0) return writeBlocks(pdf, blocks, layout);
  inside(pdf, pdf.root, { left: pdf.left + layout.hang }, () => writeBlocks(pdf, blocks, layout));
}

function writeBlocks(pdf: Pdf, blocks: readonly Block[], layout: TextLayout): void {
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]!;
    if (block.kind !== 'rule') {
      writeBlock(pdf, block, layout, blocks[at + 1]);
      continue;
    }
    const rules: (Block & { kind: 'rule' })[] = [block];
    for (let next = blocks[at + 1]; next?.kind === 'rule'; next = blocks[at + 1]) {
      rules.push(next);
      at += 1;
    }
    const { hang } = layout;
    items(
      pdf,
      rules.map((rule) => itemOf(pdf, rule.number ?? '', rule.blocks, layout)),
      {
        hang: hang || 34,
        indent: -hang,
        gap: 3.25,
        labelStyle: { ...pdf.scale.body, face: 'medium', size: 9.5, tabular: true, color: pdf.theme.muted },
      },
    );
  }
}

function itemOf(pdf: Pdf, label: string, blocks: readonly Block[], layout: TextLayout): Item {
  const [first, ...rest] = blocks;
  const own = first?.kind === 'paragraph';
  const below = own ? rest : blocks;
  return {
    label,
    text: own ? contentOf(first.spans) : first ? null : '',
    ...(below.length > 0 ? { more: () => writeBlocks(pdf, below, { ...layout, hang: 0 }) } : {}),
  };
}

function writeBlock(pdf: Pdf, block: Block, layout: TextLayout, next: Block | undefined): void {
  switch (block.kind) {
    case 'heading':
      return writeHeading(pdf, block, layout, next);
    case 'paragraph':
      return isBlank(block.spans) ? space(pdf, 6) : paragraph(pdf, contentOf(block.spans), { after: 5 });
    case 'list':
      return writeList(pdf, block, layout);
    case 'table':
      return writeTable(pdf, block);
    case 'quote':
      return quote(pdf, () => writeBlocks(pdf, block.blocks, { ...layout, hang: 0 }));
    case 'divider':
      return divider(pdf, { above: 8, below: 10 });
    default:
    // what only templates hold says nothing until it is filled
  }
}

const spaces = { 1: { above: 12, below: 3 }, 2: { above: 6, below: 2 }, 3: { above: 6, below: 2 } } as const;

function writeHeading(
  pdf: Pdf,
  block: Block & { kind: 'heading' },
  { hang, depth }: TextLayout,
  next: Block | undefined,
): void {
  if (isBlank(block.spans)) return;
  const level = Math.min(block.level + depth, 3) as 1 | 2 | 3;
  heading(pdf, level, textOf(block.spans).replaceAll(/\s+/g, ' ').trim(), {
    ...spaces[block.level],
    style: pdf.scale[`h${block.level}`],
    keep: next?.kind === 'heading' || next?.kind === 'table' ? 78 : 34,
    ...(block.number ? { number: { text: block.number, hang: hang || 34 } } : {}),
  });
}

function writeList(pdf: Pdf, { ordered, items: points }: Block & { kind: 'list' }, layout: TextLayout): void {
  const wide = points.length > 99 ? 30 : 22;
  items(
    pdf,
    points.map((point, index) => itemOf(pdf, ordered ? `${index + 1}.` : '\u2022', point, layout)),
    { hang: ordered ? wide : 14, indent: ordered ? 0 : 2, gap: 2.5 },
  );
  space(pdf, 3);
}

/** Wide words and long texts ask for room; a column of figures does not. */
function columnsOf(head: readonly Span[][], rows: readonly Span[][][], size: number): Column[] {
  const many = Math.max(head.length, ...rows.map((row) => row.length));
  return Array.from({ length: many }, (_, index) => {
    const texts = [head[index] ?? [], ...rows.map((row) => row[index] ?? [])].map(textOf);
    const words = texts.flatMap((text) => text.split(/\s+/u)).map((word) => word.length);
    const average = texts.reduce((sum, text) => sum + Math.min(text.length, 160), 0) / texts.length;
    return {
      header: textOf(head[index] ?? []).trim(),
      width: Math.max(6, Math.min(Math.max(0, ...words), 18), Math.sqrt(average) * 4),
      maxLines: Infinity,
      style: { size, leading: size * 1.42 },
    };
  });
}

function writeTable(pdf: Pdf, { head, rows }: Block & { kind: 'table' }): void {
  const many = Math.max(head.length, ...rows.map((row) => row.length));
  if (many === 0) return;
  space(pdf, 2);
  const columns = columnsOf(head, rows, many > 6 ? 8 : 9.5);
  const isHeadless = columns.every(({ header }) => header === '');
  table(
    pdf,
    columns.map((column) => (isHeadless || column.header !== '' ? column : { ...column, header: '\u00a0' })),
    rows.map((row) => row.map(contentOf)),
    { after: 9 },
  );
}
