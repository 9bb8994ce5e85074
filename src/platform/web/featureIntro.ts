import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

/** The introduction of one part of the product. */
export type FeatureIntro = { title: string; pages: readonly { title: string; text: ReactNode; drawing: ReactNode }[] };

/** What stands on the page now: the feature whose screen is open, how to get its introduction, and whether it was asked for. */
export type StandingIntro = { feature: string; load: () => Promise<FeatureIntro>; wanted: boolean };

let standing: StandingIntro | null = null;
const listeners = new Set<() => void>();
const change = (next: StandingIntro | null) => {
  standing = next;
  for (const listener of listeners) listener();
};

/**
 * Lets a screen have an introduction: it opens by itself on a person's first visit, and again through `open`.
 * Whoever draws it is told through `useStandingIntro`.
 * @param load gets the pages; must stay the same function
 */
export function useFeatureIntro(feature: string, load: () => Promise<FeatureIntro>): { open: () => void } {
  useEffect(() => {
    change({ feature, load, wanted: false });
    return () => {
      if (standing?.feature === feature) change(null);
    };
  }, [feature, load]);
  return { open: () => change({ feature, load, wanted: true }) };
}

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
