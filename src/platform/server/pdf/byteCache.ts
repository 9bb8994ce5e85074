/** A cache of byte strings, bounded by their total size: the least recently used ones are dropped. */
export type ByteCache = { get: (key: string) => Uint8Array | undefined; set: (key: string, bytes: Uint8Array) => void };

/** @param maxBytes total size of what is kept; a single larger entry is not kept */
export function byteCache(maxBytes: number): ByteCache {
  const entries = new Map<string, Uint8Array>();
  let total = 0;
  const drop = (key: string): void => {
    total -= entries.get(key)?.length ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const bytes = entries.get(key);
      if (!bytes) return undefined;
      // a map lists keys in order of insertion: the used one moves to the end
      entries.delete(key);
      entries.set(key, bytes);
      return bytes;
    },
    set: (key, bytes) => {
      drop(key);
      if (bytes.length > maxBytes) return;
      entries.set(key, bytes);
      total += bytes.length;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
