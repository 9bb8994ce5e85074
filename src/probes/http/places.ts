import { resolveTarget, type AddressLookup, type AllowPrivate } from '../net.ts';

export type Place = { address: string; port: number };

export function makePlaces({
  place,
  allowPrivate,
  lookup,
}: {
  place?: ((host: string, port: number) => Promise<Place | null>) | undefined;
  allowPrivate?: AllowPrivate | undefined;
  lookup?: AddressLookup | undefined;
}): (host: string, port: number) => Promise<Place | null> {
  const resolved = new Map<string, Promise<Place | null>>();
  return (host, port) => {
    const key = `${host}:${port}`;
    let found = resolved.get(key);
    if (!found) {
      found = place
        ? place(host, port)
        : resolveTarget(host, port, {
            ...(allowPrivate === undefined ? {} : { allowPrivate }),
            ...(lookup === undefined ? {} : { lookup }),
          });
      resolved.set(key, found);
    }
    return found;
  };
}
