import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Prose, Run } from '../../course.ts';

type Tree = ReturnType<typeof fromMarkdown>['children'][number];
type Inline = { type: string; value?: string; children?: Inline[] };

/** Something in a text of a course that lessons do not have; its message finishes the sentence "<place> …". */
export class ProseError extends Error {}

function runsOf(nodes: readonly Inline[], style: Omit<Run, 'text'> = {}): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.type === 'text') return [{ text: node.value!.replace(/(?<!\s)\s*\n\s*/g, ' '), ...style }];
    if (node.type === 'strong') return runsOf(node.children!, { ...style, strong: true });
    if (node.type === 'emphasis') return runsOf(node.children!, { ...style, em: true });
    if (node.type === 'break') return [{ text: ' ', ...style }];
    throw new ProseError(
      `has ${node.type} in its text; paragraphs, lists, **bold** and *emphasis* are all there is`,
    );
  });
}

function blockOf(node: Tree): Prose[number] {
  if (node.type === 'paragraph') return { kind: 'paragraph', runs: runsOf(node.children as Inline[]) };
  if (node.type === 'list')
    return {
      kind: 'list',
      ordered: node.ordered ?? false,
      items: node.children.map(({ children }) => {
        const only = children[0];
        if (children.length !== 1 || only?.type !== 'paragraph')
          throw new ProseError('has a list whose points are more than one sentence or two');
        return runsOf(only.children as Inline[]);
      }),
    };
  throw new ProseError(
    `has ${node.type} in its text; paragraphs, lists, **bold** and *emphasis* are all there is`,
  );
}

/** The few marks of Markdown that lessons know, read into a tree. Throws `ProseError`. */
export const readProse = (markdown: string): Prose => fromMarkdown(markdown).children.map(blockOf);
