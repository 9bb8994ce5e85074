import { bodyText, header, mediaType, type HttpAnswer } from '#probes/http/answer.ts';

/** Whether two answers say the same, although dates, tokens and advertisements differ on every load. */

const most = 200_000;

function without(text: string, open: string, close: string): string {
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let rest = '';
  let from = 0;
  for (;;) {
    const at = lower.indexOf(open, from);
    const end = at < 0 ? -1 : lower.indexOf(close, at + open.length);
    if (end < 0) return rest + text.slice(from);
    rest += `${text.slice(from, at)} `;
    from = end + close.length;
  }
}

/** Text of an answer without what changes by itself: scripts, tokens, times, numbers of requests, and the given texts. */
export function settledText(answer: HttpAnswer, leftOut: readonly string[] = []): string {
  let text = bodyText(answer).slice(0, most);
  for (const part of leftOut) {
    if (part === '') continue;
    for (const form of spellings(part)) text = text.replaceAll(form, '');
  }
  if (mediaType(answer).includes('html'))
    text = without(without(text, '<script', '</script>'), '<!--', '-->')
      .replace(/\b(nonce|value|content)=(["'])[^"']{16,}\2/gi, '$1')
      .replace(/<[^<>]{1,2000}>/g, (tag) => /^<\/?[a-z][a-z0-9]*/i.exec(tag)?.[0] ?? ' ');
  return text
    .replace(/\b[0-9a-f]{16,}\b/gi, '#')
    .replace(/\b[A-Za-z0-9_-]{24,}\b/g, '#')
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?\b/g, '#')
    .replace(/\b\d{1,2}:\d\d(:\d\d)?\b/g, '#')
    .replace(/\b\d+(\.\d+)?\s?(ms|s|sec|seconds|milliseconds)\b/gi, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** How a text that was sent may come back: as it is, in markup, in an address, in JSON. */
export function spellings(text: string): string[] {
  const html = text.replace(/[&<>"']/g, (char) => entities[char]!);
  return [
    ...new Set([
      text,
      html,
      html.replaceAll('&#39;', '&#039;'),
      html.replaceAll('&#39;', '&#x27;'),
      html.replaceAll('&#39;', "'"),
      html.replaceAll('&quot;', '&#34;'),
      encodeURIComponent(text.toWellFormed()),
      encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+'),
      JSON.stringify(text).slice(1, -1),
      text.replaceAll("'", "\\'"),
    ]),
  ].sort((a, b) => b.length - a.length);
}

const words = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of (text.match(/[\p{L}\p{N}_<>/#]+/gu) ?? []).slice(0, 20_000))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** 0 nothing in common, 1 the same: words counted with how often they stand there. */
export function textLikeness(a: string, b: string): number {
  if (a === b) return 1;
  const [one, other] = [words(a), words(b)];
  let shared = 0;
  let all = 0;
  for (const word of new Set([...one.keys(), ...other.keys()])) {
    const [x, y] = [one.get(word) ?? 0, other.get(word) ?? 0];
    shared += Math.min(x, y);
    all += Math.max(x, y);
  }
  return all === 0 ? 1 : shared / all;
}

/**
 * How alike two answers are, 0 to 1; 0 when their status or the page they lead to differ. `sentA` and `sentB` are the
 * texts that were sent for them and may have come back.
 */
export function likeness(
  a: HttpAnswer,
  b: HttpAnswer,
  sentA: readonly string[] = [],
  sentB: readonly string[] = sentA,
): number {
  if (a.status !== b.status || mediaType(a) !== mediaType(b)) return 0;
  const target = (answer: HttpAnswer, sent: readonly string[]) => {
    let location = header(answer, 'location') ?? '';
    for (const text of sent) for (const form of spellings(text)) location = location.replaceAll(form, '');
    return location;
  };
  if (target(a, sentA) !== target(b, sentB)) return 0;
  return textLikeness(settledText(a, sentA), settledText(b, sentB));
}
