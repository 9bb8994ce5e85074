import { useSyncExternalStore } from 'react';

let wanted: string | null = null;
const listeners = new Set<() => void>();
const change = (next: string | null) => {
  wanted = next;
  for (const listener of listeners) listener();
};

/**
 * Somebody used what the plan does not include: opens the dialog that says how to get it.
 * @param feature what it was, as it reads in the middle of a sentence: `weekly scans`, `the policy editor`
 */
export const askToSubscribe = (feature: string): void => change(feature);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** For the one place that draws the dialog: what was asked for, or null. */
export const useSubscribePrompt = (): string | null => useSyncExternalStore(subscribe, () => wanted);

/** The dialog was closed. */
export const endSubscribePrompt = (): void => change(null);
