import type { ByteRange } from '#providers/files/port.ts';

/**
 * The one range that a request asks for. Null where it asks for none, for several or in a way that is not understood: it then
 * gets the whole.
 */
export function askedRange(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return first > last ? 'outside' : { first, last };
}
