import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Block, Span, ValueSpec } from '../../document.ts';

export const sections = [
  'Purpose',
  'Who it applies to',
  'Rules',
  'Responsibilities',
  'Exceptions',
  'Consequences',
  'Related policies and terms',
  'Review',
] as const;

type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Of<T extends Node['type']> = Extract<Node, { type: T }>;
type Phrase = Of<'paragraph'>['children'][number];

/** A mistake in the text of a template; `line` counts from the first line of the text. */
export class BodyError extends Error {
  readonly line: number;
  constructor(node: { position?: { start: { line: number } } | undefined } | undefined, problem: string) {
    super(problem);
    this.line = node?.position?.start.line ?? 1;
  }
}

type Reading = { specs: ReadonlyMap<string, ValueSpec>; used: Set<string> };

/** Splits `at least {{min}} characters` into text and places of values. */
function textSpans(text: string, strong: boolean, node: Phrase, { specs, used }: Reading): Span[] {
  const mark = strong ? { strong } : {};
  const parts = text.split(/\{\{([^{}]*)\}\}/);
  return parts.flatMap((part, i): Span[] => {
    if (i % 2 === 0) {
      if (/\{\{|\}\}/.test(part))
        throw new BodyError(
          node,
          `has a brace that opens or closes nothing near “${part.trim().slice(0, 40)}”`,
        );
      return part === '' ? [] : [{ text: part.replaceAll(/\s+/g, ' '), ...mark }];
    }
    const spec = specs.get(part);
    if (/^[#^/]/.test(part))
      throw new BodyError(node, `has {{${part}}} within a sentence; it must stand alone in a paragraph`);
    if (!spec) throw new BodyError(node, `uses {{${part}}}, which is not declared`);
    if (spec.type === 'boolean') throw new BodyError(node, `prints {{${part}}}, which is a switch`);
    if (spec.type === 'table')
      throw new BodyError(node, `has {{${part}}} within a sentence; a table must stand alone in a paragraph`);
    used.add(part);
    return [{ text: '', value: part, ...mark }];
  });
}

const phrases = (nodes: readonly Phrase[], reading: Reading, strong = false): Span[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return textSpans(node.value, strong, node, reading);
    if (node.type === 'strong' && !strong) return phrases(node.children, reading, true);
    throw new BodyError(node, `has ${node.type}, which templates do not use`);
  });

/** The whole of a paragraph that is one place of a value or a marker, such as `#flag`. */
function aloneIn(node: Node): string | null {
  const only = node.type === 'paragraph' && node.children.length === 1 ? node.children[0]! : null;
  return only?.type === 'text' ? (/^\{\{([#^/]?\w+)\}\}$/.exec(only.value.trim())?.[1] ?? null) : null;
}

function itemBlocks(nodes: readonly Node[], reading: Reading): Block[] {
  return nodes.map((node) => {
    if (node.type === 'paragraph') return { kind: 'paragraph', spans: phrases(node.children, reading) };
    if (node.type === 'list' && !node.ordered) return bullets(node, reading);
    throw new BodyError(
      node,
      `has ${node.type === 'list' ? 'a numbered list' : node.type} inside an item of a list`,
    );
  });
}

const bullets = (node: Of<'list'>, reading: Reading): Block => ({
  kind: 'list',
  ordered: false,
  items: node.children.map((item) => itemBlocks(item.children as Node[], reading)),
});

function tableBlock(node: Of<'table'>, reading: Reading): Block {
  const [head, ...rows] = node.children.map((row) =>
    row.children.map((one) => phrases(one.children, reading)),
  );
  return { kind: 'table', head: head!, rows };
}

function plainBlock(node: Node, reading: Reading): Block {
  const alone = aloneIn(node);
  if (alone && reading.specs.get(alone)?.type === 'table') {
    reading.used.add(alone);
    return { kind: 'rows', key: alone };
  }
  if (node.type === 'heading' && node.depth === 3)
    return { kind: 'heading', level: 2, spans: phrases(node.children, reading) };
  if (node.type === 'heading')
    throw new BodyError(node, `has a heading of level ${node.depth}; parts of a section are ### headings`);
  if (node.type === 'paragraph') return { kind: 'paragraph', spans: phrases(node.children, reading) };
  if (node.type === 'list') return bullets(node, reading);
  if (node.type === 'table') return tableBlock(node, reading);
  throw new BodyError(node, `has ${node.type}, which templates do not use`);
}

const plainText = (spans: readonly Span[]) => spans.map((span) => span.text).join('');

/** A switch whose part is being read: what is in it holds where the switch is on, or where it is off. */
type OpenSwitch = { flag: string; on: boolean; blocks: Block[]; node: Node };

/**
 * Opens or closes a switch. Throws `BodyError`.
 * @returns the one that is open from here on
 */
function turnSwitch(
  node: Node,
  [, sign, flag]: [string, string, string],
  open: OpenSwitch | null,
  blocks: Block[],
  reading: Reading,
): OpenSwitch | null {
  if (reading.specs.get(flag)?.type !== 'boolean')
    throw new BodyError(node, `has {{${sign}${flag}}}, but ${flag} is no declared switch`);
  reading.used.add(flag);
  if (sign !== '/') {
    if (open)
      throw new BodyError(node, `has {{${sign}${flag}}} within {{${open.on ? '#' : '^'}${open.flag}}}`);
    return { flag, on: sign === '#', blocks: [], node };
  }
  if (open?.flag !== flag) throw new BodyError(node, `has {{/${flag}}}, which closes nothing`);
  blocks.push({ kind: 'when', flag, on: open.on, blocks: open.blocks });
  return null;
}

/** The heading of the section that is next. Throws `BodyError` for any other. */
function sectionHeading(
  node: Node & { type: 'heading' },
  expected: string | undefined,
  reading: Reading,
): Block {
  const spans = phrases(node.children, reading);
  if (plainText(spans) !== expected)
    throw new BodyError(
      node,
      `has the section “${plainText(spans)}” where “${expected ?? 'the end'}” is expected`,
    );
  return { kind: 'heading', level: 1, spans };
}

/**
 * Reads the Markdown of a template into a tree. Throws `BodyError`.
 * @returns the tree, and which values it uses
 */
export function readBody(
  markdown: string,
  specs: ReadonlyMap<string, ValueSpec>,
): { blocks: Block[]; used: ReadonlySet<string> } {
  const root = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const reading: Reading = { specs, used: new Set() };
  const blocks: Block[] = [];
  let section = 0;
  let open: OpenSwitch | null = null;
  for (const node of root.children) {
    const marker = /^([#^/])(\w+)$/.exec(aloneIn(node) ?? '');
    if (marker) {
      open = turnSwitch(node, marker as unknown as [string, string, string], open, blocks, reading);
      continue;
    }
    if (node.type === 'heading' && node.depth === 2) {
      if (open) throw new BodyError(open.node, `does not close {{${open.flag}}} within its section`);
      blocks.push(sectionHeading(node, sections[section++], reading));
      continue;
    }
    if (section === 0) throw new BodyError(node, `begins before the section “${sections[0]}”`);
    const target = open?.blocks ?? blocks;
    if (node.type === 'list' && node.ordered) {
      if (sections[section - 1] !== 'Rules')
        throw new BodyError(node, 'has a numbered list outside of Rules');
      for (const item of node.children)
        target.push({ kind: 'rule', blocks: itemBlocks(item.children as Node[], reading) });
    } else target.push(plainBlock(node, reading));
  }
  if (open) throw new BodyError(open.node, `does not close {{${open.flag}}}`);
  if (section < sections.length)
    throw new BodyError(root.children.at(-1), `ends without the section “${sections[section]}”`);
  return { blocks, used: reading.used };
}
