import { useSyncExternalStore } from 'react';

let wanted = false;
const listeners = new Set<() => void>();
const change = (next: boolean) => {
  wanted = next;
  for (const listener of listeners) listener();
};

/** Somebody wants to talk to an expert: opens the dialog that says how. */
export const askConcierge = (): void => change(true);
/** The dialog was closed. */
export const endConciergePrompt = (): void => change(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** For the one place that draws the dialog. */
export const useConciergePrompt = (): boolean => useSyncExternalStore(subscribe, () => wanted);
