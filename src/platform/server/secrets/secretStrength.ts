// An estimate for refusing what people type: patterns, words, and texts with few or repeated characters. A random key passes.

const knownWords =
  /pass.?w(?:or|0r)?d|secret|change.?(?:me|it|this)|example|default|letmein|qwert|asdf|zxcv|admin|welcome|portal|cyber|abcdef|01234|12345|98765|correct.?horse|lorem|replace|your.?key|dummy|insecure|sample/i;

/** Shannon's estimate over the characters of a text, in bits. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / text.length), 0);
}

/** How many of the three-character pieces of a text occur in it only once before: 1 for random text, little for repetition. */
function freshness(text: string): number {
  const pieces = Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3));
  return new Set(pieces).size / pieces.length;
}

/** The share of steps from one character to the next that repeat it, or count up or down. */
function steadiness(text: string): number {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at),
  );
  return steps.filter((step) => Math.abs(step) <= 1).length / steps.length;
}

/** True where a secret looks as if it was typed rather than drawn at random. */
export function isGuessable(text: string): boolean {
  const plain = text.toLowerCase();
  return (
    new Set(text).size < 8 ||
    // 16 random characters of hex carry 50 bits at least by this estimate, 32 carry 95
    entropyBits(text) < Math.min(80, text.length * 2.6) ||
    freshness(plain) < 0.8 ||
    steadiness(plain) > 0.4 ||
    knownWords.test(text)
  );
}
