import { Parser } from 'htmlparser2';
import { visible } from '#platform/text.ts';
import type { Block, Span } from '../../document.ts';
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

/** A tree that comes into being while the parser reads: only what is named here, of everything else the text. */
type Build = {
  root: Block[];
  frames: Frame[];
  links: (string | null)[];
  depth: Record<'strong' | 'em' | 'underline' | 'strike', number>;
  line: Span[];
  level: 1 | 2 | 3 | null;
  skipping: number;
  made: number;
  pieces: number;
};
/** Done when what was opened ends. */
type Close = () => void;

function startBuild(): Build {
  const root: Block[] = [];
  return {
    root,
    frames: [{ kind: 'blocks', blocks: root }],
    links: [],
    depth: { strong: 0, em: 0, underline: 0, strike: 0 },
    line: [],
    level: null,
    skipping: 0,
    made: 0,
    pieces: 0,
  };
}

const top = ({ frames }: Build): Frame => frames.at(-1)!;

function counted<T>(build: Build, thing: T): T {
  if (++build.made > mostBlocks) throw new TextTooComplex();
  return thing;
}

function add(build: Build, span: Span): void {
  if (++build.pieces > mostSpans) throw new TextTooComplex();
  build.line.push(span);
}

function flush(build: Build): void {
  const spans = tidyLine(build.line);
  build.line = [];
  if (spans.length === 0) return;
  const frame = top(build);
  const { level } = build;
  const block: Block = counted(
    build,
    level && frame.kind === 'blocks' ? { kind: 'heading', level, spans } : { kind: 'paragraph', spans },
  );
  if (frame.kind === 'blocks') frame.blocks.push(block);
  else if (frame.kind === 'list') frame.items.push([block]);
  else if (frame.kind === 'cell') frame.lines.push(spans);
  else if (frame.kind === 'row') frame.cells.push(spans);
  else frame.rows.push([spans]);
}

/** Puts what a frame gathered into the one around it. */
function leave(build: Build): void {
  const frame = build.frames.pop()!;
  const around = top(build);
  const put = (block: Block) => around.kind === 'blocks' && around.blocks.push(counted(build, block));
  if (frame.kind === 'list' && frame.items.length > 0)
    put({ kind: 'list', ordered: frame.ordered, items: frame.items });
  if (frame.kind === 'table') putTable(frame, put);
  if (frame.kind === 'cell' && around.kind === 'row' && around.cells.length < mostColumns) {
    const spans = frame.lines.flatMap((line, i) => (i === 0 ? line : [{ text: '\n' }, ...line]));
    around.cells.push(counted(build, tidyLine(spans)));
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
}

function enter(build: Build, frame: Frame): Close {
  build.frames.push(frame);
  return () => {
    flush(build);
    leave(build);
  };
}

function mayHold(build: Build): boolean {
  const containers = build.frames.filter(
    ({ kind }) => kind === 'list' || kind === 'table' || kind === 'blocks',
  ).length;
  return top(build).kind === 'blocks' && containers < 2 * deepestContainer;
}

function openQuote(build: Build): Close {
  const blocks: Block[] = [];
  const close = enter(build, { kind: 'blocks', blocks });
  return () => {
    close();
    const around = top(build);
    if (blocks.length > 0 && around.kind === 'blocks')
      around.blocks.push(counted(build, { kind: 'quote', blocks }));
  };
}

function openHeading(build: Build, level: 1 | 2 | 3): Close {
  const before = build.level;
  build.level = level;
  return () => {
    flush(build);
    build.level = before;
  };
}

function openBlock(build: Build, name: string): Close {
  flush(build);
  const frame = top(build);
  if (name === 'hr' && frame.kind === 'blocks') frame.blocks.push(counted(build, { kind: 'divider' }));
  if ((name === 'ul' || name === 'ol') && mayHold(build))
    return enter(build, { kind: 'list', ordered: name === 'ol', items: [] });
  if (name === 'li' && frame.kind === 'list') {
    const blocks: Block[] = [];
    frame.items.push(counted(build, blocks));
    return enter(build, { kind: 'blocks', blocks });
  }
  if (name === 'blockquote' && mayHold(build)) return openQuote(build);
  if (name === 'table' && mayHold(build))
    return enter(build, { kind: 'table', head: [], rows: [], inHead: false });
  if (name === 'thead' && frame.kind === 'table') {
    frame.inHead = true;
    return () => {
      flush(build);
      frame.inHead = false;
    };
  }
  if (name === 'tr' && frame.kind === 'table') return enter(build, { kind: 'row', cells: [], heads: 0 });
  if ((name === 'td' || name === 'th') && frame.kind === 'row')
    return enter(build, { kind: 'cell', lines: [], head: name === 'th' });
  const heading = /^h([1-3])$/.exec(name);
  return heading ? openHeading(build, Number(heading[1]) as 1 | 2 | 3) : () => flush(build);
}

function openInline({ depth, links }: Build, name: string, href: string | undefined): Close {
  const mark = marks[name];
  if (mark) {
    depth[mark]++;
    return () => void depth[mark]--;
  }
  if (name !== 'a') return () => {};
  links.push(safeLink(href));
  return () => void links.pop();
}

function openElement(build: Build, name: string, href: string | undefined): Close {
  if (dropped.has(name)) {
    build.skipping++;
    return () => void build.skipping--;
  }
  if (build.skipping > 0) return () => {};
  if (name === 'br') {
    add(build, { text: '\n' });
    return () => {};
  }
  return inline.has(name) ? openInline(build, name, href) : openBlock(build, name);
}

function addText(build: Build, text: string): void {
  const { depth, line } = build;
  if (build.skipping > 0 || text === '') return;
  const link = build.links.findLast((one) => one !== null);
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
  else add(build, span);
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
  const build = startBuild();
  // the parser keeps its own list of what is open, and is slow where that grows long: so it ends early
  const closings: (() => void)[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (closings.length >= deepestOpen) throw new TextTooComplex();
        closings.push(openElement(build, name, attributes.href));
      },
      onclosetag: () => closings.pop()?.(),
      ontext: (text) => addText(build, text),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  flush(build);
  return build.root;
}
