import { diffArrays, diffWordsWithSpace } from 'diff';
import type { Block, Span } from '../document.ts';
import type { DiffLine } from '../entities.ts';

type Role = DiffLine['role'];
type Line = { role: Role; text: string; number?: string };
type Comparison = { lines: DiffLine[]; added: number; removed: number };

const words = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** A text line by line, as it is compared: a heading, a paragraph, a rule, an item, a row of a table. */
function linesOf(blocks: readonly Block[], role: Role = 'paragraph'): Line[] {
  return blocks.flatMap((block): Line[] => {
    switch (block.kind) {
      case 'heading':
        return [
          { role: block.level === 1 ? 'section' : 'heading', text: words(block.spans), ...(block.number && { number: block.number }) },
        ];
      case 'paragraph':
        return [{ role, text: words(block.spans) }];
      case 'rule': {
        const [first, ...rest] = linesOf(block.blocks, 'rule');
        return first ? [{ ...first, ...(block.number && { number: block.number }) }, ...rest] : [];
      }
      case 'list':
        return block.items.flatMap((item) => linesOf(item, 'item'));
      case 'table':
        return [block.head, ...block.rows]
          .filter((row) => row.length > 0)
          .map((row) => ({ role: 'row' as const, text: row.map(words).join(' | ') }));
      case 'quote':
        return linesOf(block.blocks, 'quote');
      default:
        return [];
    }
  });
}

const line = ({ role, number }: Line, kind: DiffLine['kind'], parts: DiffLine['parts']): DiffLine => ({
  kind,
  role,
  ...(number && { number }),
  parts,
});
const wholeLine = (of: Line, kind: 'same' | 'added' | 'removed'): DiffLine => line(of, kind, [{ kind, text: of.text }]);

function wordParts(before: string, after: string): DiffLine['parts'] {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** How much of two lines is the same, from 0 to 1. */
function likeness(before: string, after: string): number {
  const bag = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [one, other] = [bag(before), bag(after)];
  if (one.length === 0 || other.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of other) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      shared++;
      left.set(word, count - 1);
    }
  }
  return (2 * shared) / (one.length + other.length);
}

/** Lines that are alike enough to be one that was reworded. */
const alike = 0.4;
/** Runs that are longer are told as removed and added, without a search for pairs. */
const longestRun = 60;

/** Lines that went and lines that came in their place: those that are alike are told as changed. */
function replacedLines(gone: readonly Line[], come: readonly Line[]): DiffLine[] {
  if (gone.length > longestRun || come.length > longestRun)
    return [...gone.map((one) => wholeLine(one, 'removed')), ...come.map((one) => wholeLine(one, 'added'))];
  const out: DiffLine[] = [];
  let next = 0;
  for (const after of come) {
    const rest = gone.slice(next);
    const scores = rest.map((before) => (before.role === after.role ? likeness(before.text, after.text) : 0));
    const best = Math.max(0, ...scores);
    if (best < alike) {
      out.push(wholeLine(after, 'added'));
      continue;
    }
    const at = scores.indexOf(best);
    out.push(...rest.slice(0, at).map((one) => wholeLine(one, 'removed')), line(after, 'changed', wordParts(rest[at]!.text, after.text)));
    next += at + 1;
  }
  return [...out, ...gone.slice(next).map((one) => wholeLine(one, 'removed'))];
}

/** What changed from one text to another, line by line and then word by word. A number that moved is no change. */
export function compareTexts(before: readonly Block[], after: readonly Block[]): Comparison {
  const isSame = (one: Line, other: Line) => one.role === other.role && one.text === other.text;
  const runs = diffArrays(linesOf(before), linesOf(after), { comparator: isSame });
  const lines: DiffLine[] = [];
  let gone: Line[] = [];
  let come: Line[] = [];
  const settle = () => {
    lines.push(...replacedLines(gone, come));
    gone = [];
    come = [];
  };
  for (const { value, added, removed } of runs) {
    if (removed) gone.push(...value);
    else if (added) come.push(...value);
    else {
      settle();
      // of lines that are the same the comparison gives those of the newer text, with its numbers
      lines.push(...value.map((one) => wholeLine(one, 'same')));
    }
  }
  settle();
  const count = (kind: DiffLine['kind']) => lines.filter((one) => one.kind === kind || one.kind === 'changed').length;
  return { lines, added: count('added'), removed: count('removed') };
}
