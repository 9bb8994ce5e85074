import { useEffect } from 'react';
import { signal } from '#platform/web/signal.ts';

/** The feature whose screen is open, and whether a person asked for its introduction. */
type OpenIntro = { feature: string; wanted: boolean };

const current = signal<OpenIntro | null>(null);

/** Lets a screen have an introduction, which opens through `open` and may open by itself on a person's first visit. */
export function useFeatureIntro(feature: string): { open: () => void } {
  useEffect(() => {
    current.set({ feature, wanted: false });
    return () => {
      if (current.get()?.feature === feature) current.set(null);
    };
  }, [feature]);
  return { open: () => openIntro(feature) };
}

/** Opens the introduction of a feature, whatever page is open. */
export const openIntro = (feature: string): void => current.set({ feature, wanted: true });

/** For the one place that draws introductions. */
export const useOpenIntro = current.use;

export const endIntro = (): void => {
  const open = current.get();
  if (open) current.set({ ...open, wanted: false });
};
