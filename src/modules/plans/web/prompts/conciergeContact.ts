import { signal } from '#platform/web/signal.ts';

const opened = signal(false);

/** Opens the dialog that says how to talk to an expert. */
export const askConcierge = (): void => opened.set(true);
export const endConciergePrompt = (): void => opened.set(false);
/** For the one place that draws the dialog. */
export const useConciergePrompt = opened.use;
