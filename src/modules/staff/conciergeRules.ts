import type { RichBlock, RichText } from '#platform/richText.ts';

/** Where a message stands today, as the desk lists them. */
export const messageStages = ['draft', 'scheduled', 'out', 'expired', 'withdrawn'] as const;
export type MessageStage = (typeof messageStages)[number];

/** What the desk lists of conversations. */
export const conversationViews = ['waiting', 'mine', 'unseen', 'answered', 'closed', 'all'] as const;
export type ConversationView = (typeof conversationViews)[number];

export const candidateViews = ['proposed', 'gone', 'published', 'dismissed'] as const;
export type CandidateView = (typeof candidateViews)[number];

export const weaknessSorts = ['urgency', 'status', 'severity', 'organization', 'title', 'reported'] as const;

/** Candidates that are published at once. */
export const mostAtOnce = 25;

const spansOf = (text: RichText): string[] =>
  text.flatMap((block: RichBlock): string[] => {
    if (block.kind === 'code') return [];
    if (block.kind === 'list') return block.items.flatMap(spansOf);
    if (block.kind === 'quote') return spansOf(block.blocks);
    return [block.spans.map(({ text: words }) => words).join('')];
  });

/** Blanks in square brackets that a template left to be filled in: `[product]`. Each once, in order. */
export const blanksIn = (lines: readonly string[], body: RichText): string[] => [
  ...new Set([...lines, ...spansOf(body)].flatMap((line) => line.match(/\[[^\][\n]{1,80}\]/g) ?? [])),
];

/** Words of the brand in a text: what is not known stays as it is. */
export const filledWith = (words: Record<string, string>, text: string): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(words, name) ? words[name]! : whole));

/** The same in formatted text. */
export const filledTextWith = (words: Record<string, string>, text: RichText): RichText =>
  text.map((block): RichBlock => {
    if (block.kind === 'code') return block;
    if (block.kind === 'list')
      return { ...block, items: block.items.map((item) => filledTextWith(words, item)) };
    if (block.kind === 'quote') return { ...block, blocks: filledTextWith(words, block.blocks) };
    return { ...block, spans: block.spans.map((span) => ({ ...span, text: filledWith(words, span.text) })) };
  });

/** How long somebody has been waiting: `5 h`, `2 d`. */
export function waitedText(since: string, nowMs: number): string {
  const minutes = Math.max(1, Math.floor((nowMs - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
