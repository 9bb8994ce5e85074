import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

/** The introduction of one part of the product. */
export type FeatureIntro = {
  title: string;
  pages: readonly { title: string; text: ReactNode; drawing: ReactNode }[];
};

/** What stands on the page now: the feature whose screen is open, and whether its introduction was asked for. */
export type StandingIntro = { feature: string; wanted: boolean };

let standing: StandingIntro | null = null;
const listeners = new Set<() => void>();
const change = (next: StandingIntro | null) => {
  standing = next;
  for (const listener of listeners) listener();
};

/**
 * Lets a screen have an introduction, which opens through `open` and may open by itself on a person's first visit.
 * Whoever draws it is told through `useStandingIntro`.
 */
export function useFeatureIntro(feature: string): { open: () => void } {
  useEffect(() => {
    change({ feature, wanted: false });
    return () => {
      if (standing?.feature === feature) change(null);
    };
  }, [feature]);
  return { open: () => openIntro(feature) };
}

/** Asks for the introduction of a feature, whatever page is open. */
export const openIntro = (feature: string): void => change({ feature, wanted: true });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** For the one place that draws introductions. */
export const useStandingIntro = (): StandingIntro | null => useSyncExternalStore(subscribe, () => standing);

/** The introduction was closed. */
export const endStandingIntro = (): void => {
  if (standing) change({ ...standing, wanted: false });
};
