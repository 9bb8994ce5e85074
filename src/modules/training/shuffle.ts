/** Where a sequence of numbers from 0 up to 1 begins, from any text: the same text gives the same sequence. */
function numbersFrom(seed: string): () => number {
  let hash = 2166136261;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 16777619);
  return () => {
    hash = (hash + 0x6d2b79f5) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 15), 1 | hash);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The same things in an order that follows from the seed alone, so that whoever comes back finds them as they were. */
export function shuffled<T>(things: readonly T[], seed: string): T[] {
  const next = numbersFrom(seed);
  const order = [...things];
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(next() * (i + 1));
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  return order;
}
