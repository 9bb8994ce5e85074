import type { Block, Span } from '../../document.ts';

const inSpans = (spans: readonly Span[]): number => spans.filter(({ blank }) => blank).length;
const sum = (counts: number[]) => counts.reduce((total, one) => total + one, 0);

/** How many places of a text still wait for a value. */
export const blanksIn = (blocks: readonly Block[]): number =>
  sum(
    blocks.map((block) => {
      switch (block.kind) {
        case 'heading':
        case 'paragraph':
          return inSpans(block.spans);
        case 'rule':
        case 'quote':
        case 'when':
          return blanksIn(block.blocks);
        case 'list':
          return sum(block.items.map(blanksIn));
        case 'table':
          return sum([...block.head, ...block.rows.flat()].map(inSpans));
        case 'divider':
        case 'rows':
          return 0;
      }
    }),
  );
