import { dayWords, isDay } from '#platform/days.ts';
import type { Block, GivenValue, GivenValues, Span, ValueSpec } from './document.ts';
import { isEmpty } from './values.ts';

const inSentence = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** A value as it stands in a sentence; null where it is empty. */
export function valueText(spec: ValueSpec, value: GivenValue | undefined): string | null {
  if (spec.type === 'date' && isEmpty(value)) return spec.whenEmpty ?? null;
  if (isEmpty(value)) return null;
  if (Array.isArray(value)) return inSentence(value.filter((one) => typeof one === 'string'));
  if (spec.type === 'date' && typeof value === 'string' && isDay(value)) return dayWords(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/** `[Shortest password]`: what stands where a value is empty. */
const blankOf = (spec: ValueSpec): Span => ({ text: `[${spec.label}]`, value: spec.key, blank: true });

/** Words of a list begin small; where a sentence begins with them they do not. Names such as iCloud stay. */
const asBeginning = (text: string): string =>
  /^\p{Ll}(?!\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
const opensSentence = (before: string): boolean => before === '' || /[.!?][”"')]?\s+$/.test(before);

function fillSpans(
  spans: readonly Span[],
  values: GivenValues,
  specs: ReadonlyMap<string, ValueSpec>,
): Span[] {
  let before = '';
  return spans.map((span) => {
    const spec = span.value === undefined ? undefined : specs.get(span.value);
    if (!spec) {
      before += span.text;
      return span;
    }
    const text = valueText(spec, values[spec.key]);
    const filled =
      text === null
        ? blankOf(spec)
        : { text: opensSentence(before) && spec.type !== 'email' ? asBeginning(text) : text };
    before += filled.text;
    return { ...span, ...filled };
  });
}

function rowsOf(spec: ValueSpec | undefined, value: GivenValue | undefined): Block[] {
  if (spec?.type !== 'table') return [];
  if (!Array.isArray(value) || value.length === 0) return [{ kind: 'paragraph', spans: [blankOf(spec)] }];
  const cell = (row: unknown, key: string): Span[] => [
    { text: String((row as Record<string, unknown>)[key] ?? ''), value: spec.key },
  ];
  return [
    {
      kind: 'table',
      head: spec.columns.map(({ label }) => [{ text: label }]),
      rows: value.map((row) => spec.columns.map(({ key }) => cell(row, key))),
    },
  ];
}

/**
 * The text of a template with its values: switches resolved, sections and rules numbered, empty values as `[label]`.
 * What people typed becomes text of the tree and nothing else.
 * @param values that hold, defaults included
 */
export function fill(
  blocks: readonly Block[],
  values: GivenValues,
  valueSpecs: readonly ValueSpec[],
): Block[] {
  const specs = new Map(valueSpecs.map((spec) => [spec.key, spec]));
  let section = 0;
  let rule = 0;
  const line = (spans: readonly Span[]) => fillSpans(spans, values, specs);
  const all = (list: readonly Block[]): Block[] => list.flatMap(one);
  const one = (block: Block): Block[] => {
    switch (block.kind) {
      case 'heading': {
        if (block.level > 1) return [{ ...block, spans: line(block.spans) }];
        rule = 0;
        return [{ ...block, spans: line(block.spans), number: String(++section) }];
      }
      case 'paragraph':
        return [{ ...block, spans: line(block.spans) }];
      case 'rule': {
        const number = `${section}.${++rule}`;
        return [{ ...block, number, blocks: all(block.blocks) }];
      }
      case 'list':
        return [{ ...block, items: block.items.map(all) }];
      case 'table':
        return [{ ...block, head: block.head.map(line), rows: block.rows.map((row) => row.map(line)) }];
      case 'quote':
        return [{ ...block, blocks: all(block.blocks) }];
      case 'when':
        return values[block.flag] === block.on ? all(block.blocks) : [];
      case 'rows':
        return rowsOf(specs.get(block.key), values[block.key]);
      default:
        return [block];
    }
  };
  return all(blocks);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!);

function spanHtml(span: Span): string {
  let html = escaped(span.text).replaceAll('\n', '<br>');
  if (span.strike) html = `<s>${html}</s>`;
  if (span.underline) html = `<u>${html}</u>`;
  if (span.em) html = `<em>${html}</em>`;
  if (span.strong) html = `<strong>${html}</strong>`;
  return span.link ? `<a href="${escaped(span.link)}">${html}</a>` : html;
}

const spansHtml = (spans: readonly Span[]): string => spans.map(spanHtml).join('');
const cells = (row: readonly Span[][], tag: 'th' | 'td') =>
  `<tr>${row.map((cell) => `<${tag}>${spansHtml(cell)}</${tag}>`).join('')}</tr>`;

function tableHtml({ head, rows }: Block & { kind: 'table' }): string {
  const body = rows.length > 0 ? `<tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody>` : '';
  return `<table>${head.length > 0 ? `<thead>${cells(head, 'th')}</thead>` : ''}${body}</table>`;
}

/** The number of a rule stands in its first paragraph. */
const numbered = (number: string | undefined, blocks: readonly Block[]): Block[] => {
  const [first, ...rest] = blocks;
  if (number === undefined) return [...blocks];
  const mark: Span = { text: `${number} ` };
  return first?.kind === 'paragraph'
    ? [{ ...first, spans: [mark, ...first.spans] }, ...rest]
    : [{ kind: 'paragraph', spans: [mark] }, ...blocks];
};

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const number = block.number === undefined ? '' : `${escaped(block.number)} `;
      return `<h${block.level}>${number}${spansHtml(block.spans)}</h${block.level}>`;
    }
    case 'paragraph':
      return `<p>${spansHtml(block.spans)}</p>`;
    case 'rule':
      return toHtml(numbered(block.number, block.blocks));
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${toHtml(item)}</li>`).join('')}</${tag}>`;
    }
    case 'table':
      return tableHtml(block);
    case 'quote':
      return `<blockquote>${toHtml(block.blocks)}</blockquote>`;
    case 'divider':
      return '<hr>';
    default:
      // what only templates hold says nothing until it is filled
      return '';
  }
}

/** A filled text, or a custom policy, as HTML. */
export const toHtml = (blocks: readonly Block[]): string => blocks.map(blockHtml).join('');

const spansText = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');
const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.number === undefined ? '' : `${block.number} `}${spansText(block.spans)}`;
    case 'paragraph':
      return spansText(block.spans);
    case 'rule':
      return toPlainText(numbered(block.number, block.blocks));
    case 'list':
      return block.items
        .map((item, i) => `${block.ordered ? `${i + 1}.` : '-'} ${indented(toPlainText(item))}`)
        .join('\n');
    case 'table':
      return [block.head, ...block.rows]
        .filter((row) => row.length > 0)
        .map((row) => row.map(spansText).join(' | '))
        .join('\n');
    case 'quote':
      return toPlainText(block.blocks);
    case 'divider':
      return '---';
    default:
      return '';
  }
}

/** The same without any markup, a blank line between blocks. */
export const toPlainText = (blocks: readonly Block[]): string =>
  blocks
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n\n');
