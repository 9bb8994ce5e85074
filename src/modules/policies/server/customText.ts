import { Parser } from 'htmlparser2';
import { visible } from '#platform/text.ts';
import type { Block, Span } from '../document.ts';
import { sameMarks, tidyLine } from './customLine.ts';

/** A text that is nested deeper, or has more parts, than anybody writes. */
export class TextTooComplex extends Error {}

const deepestOpen = 120;
const deepestContainer = 6;
const mostBlocks = 4000;
const mostSpans = 10_000;
const mostColumns = 12;
const longestLink = 2000;

const marks: Record<string, 'strong' | 'em' | 'underline' | 'strike'> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
};
const inline = new Set([
  ...Object.keys(marks),
  'a',
  'span',
  'font',
  'small',
  'big',
  'sub',
  'sup',
  'code',
  'mark',
  'label',
  'abbr',
  'time',
  'q',
  'cite',
]);
const dropped = new Set([
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'textarea',
  'select',
]);

/** An address that a link may lead to, as the browser's own reading spells it; null for any other. */
function safeLink(href: string | undefined): string | null {
  if (!href || href.length > longestLink || !URL.canParse(href)) return null;
  const url = new URL(href);
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol) || url.username || url.password) return null;
  return url.href.length <= longestLink && visible(url.href) === url.href ? url.href : null;
}

type Frame =
  | { kind: 'blocks'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][]; inHead: boolean }
  | { kind: 'row'; cells: Span[][]; heads: number }
  | { kind: 'cell'; lines: Span[][]; head: boolean };

/** Builds the tree while the parser reads: only what is named here comes into being, everything else leaves its text. */
function builder() {
  const root: Block[] = [];
  const frames: Frame[] = [{ kind: 'blocks', blocks: root }];
  const links: (string | null)[] = [];
  const depth = { strong: 0, em: 0, underline: 0, strike: 0 };
  let line: Span[] = [];
  let level: 1 | 2 | 3 | null = null;
  let skipping = 0;
  let made = 0;
  let pieces = 0;
  const top = () => frames.at(-1)!;
  const counted = <T>(thing: T): T => {
    if (++made > mostBlocks) throw new TextTooComplex();
    return thing;
  };

  const add = (span: Span) => {
    if (++pieces > mostSpans) throw new TextTooComplex();
    line.push(span);
  };

  const flush = () => {
    const spans = tidyLine(line);
    line = [];
    if (spans.length === 0) return;
    const block: Block = counted(
      level && top().kind === 'blocks' ? { kind: 'heading', level, spans } : { kind: 'paragraph', spans },
    );
    const frame = top();
    if (frame.kind === 'blocks') frame.blocks.push(block);
    else if (frame.kind === 'list') frame.items.push([block]);
    else if (frame.kind === 'cell') frame.lines.push(spans);
    else if (frame.kind === 'row') frame.cells.push(spans);
    else frame.rows.push([spans]);
  };

  /** Puts what a frame gathered into the one around it. */
  const leave = () => {
    const frame = frames.pop()!;
    const around = top();
    const put = (block: Block) => around.kind === 'blocks' && around.blocks.push(counted(block));
    if (frame.kind === 'list' && frame.items.length > 0)
      put({ kind: 'list', ordered: frame.ordered, items: frame.items });
    if (frame.kind === 'table') putTable(frame, put);
    if (frame.kind === 'cell' && around.kind === 'row' && around.cells.length < mostColumns) {
      around.cells.push(
        counted(tidyLine(frame.lines.flatMap((spans, i) => (i === 0 ? spans : [{ text: '\n' }, ...spans])))),
      );
      if (frame.head) around.heads++;
    }
    if (frame.kind === 'row' && around.kind === 'table' && frame.cells.length > 0) {
      const isHead =
        around.head.length === 0 &&
        around.rows.length === 0 &&
        (around.inHead || frame.heads === frame.cells.length);
      if (isHead) around.head = frame.cells;
      else around.rows.push(frame.cells);
    }
  };

  const enter = (frame: Frame): (() => void) => {
    frames.push(frame);
    return () => {
      flush();
      leave();
    };
  };

  const containers = () =>
    frames.filter(({ kind }) => kind === 'list' || kind === 'table' || kind === 'blocks').length;
  const mayHold = () => top().kind === 'blocks' && containers() < 2 * deepestContainer;

  /** What an element begins; what is returned is done when it ends. */
  const openBlock = (name: string): (() => void) => {
    flush();
    const frame = top();
    if (name === 'hr' && frame.kind === 'blocks') frame.blocks.push(counted({ kind: 'divider' }));
    if ((name === 'ul' || name === 'ol') && mayHold())
      return enter({ kind: 'list', ordered: name === 'ol', items: [] });
    if (name === 'li' && frame.kind === 'list') {
      const blocks: Block[] = [];
      frame.items.push(counted(blocks));
      return enter({ kind: 'blocks', blocks });
    }
    if (name === 'blockquote' && mayHold()) {
      const blocks: Block[] = [];
      const close = enter({ kind: 'blocks', blocks });
      return () => {
        close();
        const around = top();
        if (blocks.length > 0 && around.kind === 'blocks')
          around.blocks.push(counted({ kind: 'quote', blocks }));
      };
    }
    if (name === 'table' && mayHold()) return enter({ kind: 'table', head: [], rows: [], inHead: false });
    if (name === 'thead' && frame.kind === 'table') {
      frame.inHead = true;
      return () => {
        flush();
        frame.inHead = false;
      };
    }
    if (name === 'tr' && frame.kind === 'table') return enter({ kind: 'row', cells: [], heads: 0 });
    if ((name === 'td' || name === 'th') && frame.kind === 'row')
      return enter({ kind: 'cell', lines: [], head: name === 'th' });
    const heading = /^h([1-3])$/.exec(name);
    if (!heading) return flush;
    const before = level;
    level = Number(heading[1]) as 1 | 2 | 3;
    return () => {
      flush();
      level = before;
    };
  };

  const openInline = (name: string, href: string | undefined): (() => void) => {
    const mark = marks[name];
    if (mark) {
      depth[mark]++;
      return () => void depth[mark]--;
    }
    if (name !== 'a') return () => {};
    links.push(safeLink(href));
    return () => void links.pop();
  };

  return {
    root,
    flush,
    open: (name: string, href: string | undefined): (() => void) => {
      if (dropped.has(name)) {
        skipping++;
        return () => void skipping--;
      }
      if (skipping > 0) return () => {};
      if (name === 'br') {
        add({ text: '\n' });
        return () => {};
      }
      return inline.has(name) ? openInline(name, href) : openBlock(name);
    },
    text: (text: string) => {
      if (skipping > 0 || text === '') return;
      const link = links.findLast((one) => one !== null);
      const span: Span = {
        text: visible(text),
        ...(depth.strong > 0 && { strong: true }),
        ...(depth.em > 0 && { em: true }),
        ...(depth.underline > 0 && { underline: true }),
        ...(depth.strike > 0 && { strike: true }),
        ...(link && { link }),
      };
      const last = line.at(-1);
      if (last && last.text !== '\n' && sameMarks(last, span)) last.text += span.text;
      else add(span);
    },
  };
}

/** Every row as long as the longest one. */
function putTable({ head, rows }: Frame & { kind: 'table' }, put: (block: Block) => void) {
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  if (width <= 0) return;
  const filled = (row: Span[][]) => [...row, ...Array.from({ length: width - row.length }, () => [])];
  put({ kind: 'table', head: head.length > 0 ? filled(head) : [], rows: rows.map(filled) });
}

/**
 * The HTML of a custom policy as a tree: headings, paragraphs, lists, tables, quotes, rules and emphasis; of everything
 * else the text. Throws `TextTooComplex`.
 */
export function readCustomText(html: string): Block[] {
  const build = builder();
  // the parser keeps its own list of what is open, and is slow where that grows long: so it ends early
  const closings: (() => void)[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (closings.length >= deepestOpen) throw new TextTooComplex();
        closings.push(build.open(name, attributes.href));
      },
      onclosetag: () => closings.pop()?.(),
      ontext: build.text,
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  build.flush();
  return build.root;
}
