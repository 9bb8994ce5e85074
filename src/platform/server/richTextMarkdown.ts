import { fromMarkdown } from 'mdast-util-from-markdown';
import { safeLink, type RichBlock, type RichSpan, type RichText } from '../richText.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Phrase = Extract<Node, { type: 'paragraph' }>['children'][number];

/** Something in a text that formatted text does not have; `line` counts from its first line. */
export class MarkdownError extends Error {
  readonly line: number;
  constructor(node: { position?: { start: { line: number } } | undefined }, problem: string) {
    super(problem);
    this.line = node.position?.start.line ?? 1;
  }
}

type Marks = Omit<RichSpan, 'text'>;

const spansOf = (nodes: readonly Phrase[], marks: Marks = {}): RichSpan[] =>
  nodes.flatMap((node): RichSpan[] => {
    if (node.type === 'text') return [{ text: node.value.replaceAll(/\s+/g, ' '), ...marks }];
    if (node.type === 'inlineCode') return [{ text: node.value, ...marks, code: true }];
    if (node.type === 'strong') return spansOf(node.children, { ...marks, bold: true });
    if (node.type === 'emphasis') return spansOf(node.children, { ...marks, italic: true });
    if (node.type === 'link') {
      const link = safeLink(node.url);
      if (link === null)
        throw new MarkdownError(
          node,
          `has a link to “${node.url}”, which is neither https, mailto nor a place of the portal`,
        );
      return spansOf(node.children, { ...marks, link });
    }
    throw new MarkdownError(node, `has ${node.type}, which such texts do not use`);
  });

function blockOf(node: Node): RichBlock {
  if (node.type === 'paragraph') return { kind: 'paragraph', spans: spansOf(node.children) };
  if (node.type === 'heading' && (node.depth === 2 || node.depth === 3))
    return { kind: 'heading', level: node.depth, spans: spansOf(node.children) };
  if (node.type === 'list')
    return {
      kind: 'list',
      ordered: node.ordered === true,
      items: node.children.map((item) => item.children.map((one) => blockOf(one as Node))),
    };
  if (node.type === 'blockquote')
    return { kind: 'quote', blocks: node.children.map((one) => blockOf(one as Node)) };
  if (node.type === 'code') return { kind: 'code', text: node.value };
  throw new MarkdownError(
    node,
    `has ${node.type}${node.type === 'heading' ? ` of level ${node.depth}` : ''}, which such texts do not use`,
  );
}

/** The Markdown of an author as formatted text. Throws `MarkdownError` for what it does not know: authors learn it at the start. */
export const readMarkdown = (markdown: string): RichText => fromMarkdown(markdown).children.map(blockOf);
