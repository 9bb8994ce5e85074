import { signal } from '#platform/web/signal.ts';

const wanted = signal<string | null>(null);

/**
 * Opens the dialog that says how to get what the plan does not include.
 * @param feature as it reads in the middle of a sentence: `weekly scans`, `the policy editor`
 */
export const askToSubscribe = (feature: string): void => wanted.set(feature);
export const endSubscribePrompt = (): void => wanted.set(null);
/** For the one place that draws the dialog: the feature that was asked for, or null. */
export const useSubscribePrompt = wanted.use;
