/** A cache bounded by the total size of what it keeps: the least recently used entries are dropped. */
export type BoundedCache<T> = { get: (key: string) => T | undefined; set: (key: string, value: T) => void };

/**
 * @param most total size of what is kept; a single larger entry is not kept
 * @param sizeOf size of an entry, in the unit of `most`
 */
export function boundedCache<T>(most: number, sizeOf: (value: T) => number): BoundedCache<T> {
  const entries = new Map<string, { value: T; size: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      // a map lists keys in order of insertion: the used one moves to the end
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value) => {
      drop(key);
      const size = sizeOf(value);
      if (size > most) return;
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= most) return;
        drop(oldest);
      }
    },
  };
}
