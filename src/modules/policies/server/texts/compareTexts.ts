import { diffArrays, diffWordsWithSpace } from 'diff';
import type { Block, Span } from '../../document.ts';
import type { DiffLine } from '../../entities.ts';

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
          {
            role: block.level === 1 ? 'section' : 'heading',
            text: words(block.spans),
            ...(block.number && { number: block.number }),
          },
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
const wholeLine = (of: Line, kind: 'same' | 'added' | 'removed'): DiffLine =>
  line(of, kind, [{ kind, text: of.text }]);

/** Finding the fewest changes takes time that grows with the square of their number: so much is spent on one comparison. */
type Budget = { left: number };
const comparisonBudget = 1_000_000;
const mostChangedWords = 800;
const mostChangedLines = 1000;

/** The words of a line that changed; null where that is more than anybody would read word by word. */
function wordParts(before: string, after: string, budget: Budget): DiffLine['parts'] | null {
  const maxEditLength = Math.floor(Math.min(mostChangedWords, Math.sqrt(budget.left)));
  const parts = diffWordsWithSpace(before, after, { maxEditLength });
  const edits = parts
    ? parts.reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0)
    : maxEditLength;
  budget.left = Math.max(0, budget.left - edits * edits);
  return (
    parts?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? null
  );
}

type Bag = { counts: Map<string, number>; size: number };
function bagOf(text: string): Bag {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, size: all.length };
}

/** How much of two lines is the same, from 0 to 1. */
function likeness(one: Bag, other: Bag): number {
  let shared = 0;
  for (const [word, count] of other.counts) shared += Math.min(count, one.counts.get(word) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/** Lines that are alike enough to be one that was reworded. */
const alike = 0.4;
/** Runs that are longer are told as removed and added, without a search for pairs. */
const longestRun = 60;

/** Lines that went and lines that came in their place: those that are alike are told as changed. */
function replacedLines(gone: readonly Line[], come: readonly Line[], budget: Budget): DiffLine[] {
  if (gone.length > longestRun || come.length > longestRun)
    return [...gone.map((one) => wholeLine(one, 'removed')), ...come.map((one) => wholeLine(one, 'added'))];
  const bags = gone.map(({ text }) => bagOf(text));
  const out: DiffLine[] = [];
  let next = 0;
  for (const after of come) {
    const own = bagOf(after.text);
    const scores = gone.map((before, i) =>
      i >= next && before.role === after.role ? likeness(bags[i]!, own) : 0,
    );
    const best = Math.max(0, ...scores);
    const at = scores.indexOf(best);
    const parts = best >= alike ? wordParts(gone[at]!.text, after.text, budget) : null;
    if (!parts) {
      out.push(wholeLine(after, 'added'));
      continue;
    }
    out.push(...gone.slice(next, at).map((one) => wholeLine(one, 'removed')), line(after, 'changed', parts));
    next = at + 1;
  }
  return [...out, ...gone.slice(next).map((one) => wholeLine(one, 'removed'))];
}

/** What changed from one text to another, line by line and then word by word. A number that moved is no change. */
export function compareTexts(before: readonly Block[], after: readonly Block[]): Comparison {
  const isSame = (one: Line, other: Line) => one.role === other.role && one.text === other.text;
  const [older, newer] = [linesOf(before), linesOf(after)];
  const runs = diffArrays(older, newer, { comparator: isSame, maxEditLength: mostChangedLines }) ?? [
    { value: older, removed: true, added: false },
    { value: newer, removed: false, added: true },
  ];
  const budget: Budget = { left: comparisonBudget };
  const lines: DiffLine[] = [];
  let gone: Line[] = [];
  let come: Line[] = [];
  const settle = () => {
    lines.push(...replacedLines(gone, come, budget));
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
  const count = (kind: DiffLine['kind']) =>
    lines.filter((one) => one.kind === kind || one.kind === 'changed').length;
  return { lines, added: count('added'), removed: count('removed') };
}
