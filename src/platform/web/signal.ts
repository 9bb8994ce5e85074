import { useSyncExternalStore } from 'react';

/** A value outside the tree of components: `set` from anywhere, `use` in a component that follows it. */
export function signal<Value>(start: Value) {
  let value = start;
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(subscribe, get),
  };
}
