import { expect, test } from 'vitest';
import { boundedCache } from './boundedCache.ts';

const byteCache = (most: number) => boundedCache<Uint8Array>(most, ({ length }) => length);

test('the least recently used entries are dropped beyond the size limit', () => {
  const cache = byteCache(10);
  cache.set('a', new Uint8Array(4));
  cache.set('b', new Uint8Array(4));
  cache.get('a');
  cache.set('c', new Uint8Array(4));
  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.length)).toEqual([4, undefined, 4]);
});

test('an entry that is replaced counts once, and one larger than the cache is not kept', () => {
  const cache = byteCache(10);
  for (let i = 0; i < 5; i++) cache.set('a', new Uint8Array(8));
  cache.set('b', new Uint8Array(2));
  cache.set('huge', new Uint8Array(11));
  expect(['a', 'b', 'huge'].map((key) => cache.get(key)?.length)).toEqual([8, 2, undefined]);
});
