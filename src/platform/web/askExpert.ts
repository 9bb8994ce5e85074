import { useSyncExternalStore } from 'react';

/** What a question is about; few short facts that the person sees before sending, never secrets (concierge/entities.ts). */
export type QuestionAbout = {
  kind:
    | 'finding'
    | 'issue'
    | 'rating'
    | 'element'
    | 'policy'
    | 'course'
    | 'message'
    | 'weakness'
    | 'report'
    | 'offering'
    | 'incident';
  id: string;
  title: string;
  /** The place of the portal where it is seen; left out, the one that is open. */
  route?: string | null;
  facts?: readonly { label: string; value: string }[];
};
export type Question = {
  about: QuestionAbout | null;
  /** What stands in the field to begin with. */ text: string;
};

let wanted: Question | null = null;
let opener: HTMLElement | null = null;
const listeners = new Set<() => void>();
const change = (next: Question | null) => {
  wanted = next;
  for (const listener of listeners) listener();
};

/** What the server takes of a context: longer things are cut here, so that no question fails because of them. */
const cut = (text: string, max: number): string => {
  const line = [...text.replace(/\s+/gu, ' ').trim()];
  return line.length > max ? `${line.slice(0, max - 1).join('')}…` : line.join('');
};

const fitting = ({ facts = [], ...about }: QuestionAbout): QuestionAbout => ({
  ...about,
  id: cut(about.id, 300),
  title: cut(about.title, 320),
  route: about.route === undefined ? window.location.pathname + window.location.search : about.route,
  facts: facts
    .filter(({ value }) => value.trim() !== '')
    .slice(0, 10)
    .map(({ label, value }) => ({ label: cut(label, 60), value: cut(value, 400) })),
});

/** Somebody wants to ask the experts, about what is on the screen: opens the one dialog in which one writes. */
export function askExpert(about: QuestionAbout | null = null, text = ''): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  change({ about: about && fitting(about), text });
}

/** The dialog was closed; the focus goes back to where it was opened from. */
export function endQuestion(): void {
  change(null);
  const back = opener;
  setTimeout(() => (back?.isConnected ? back : document.getElementById('main'))?.focus(), 0);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** For the one place that draws the dialog. */
export const useQuestion = (): Question | null => useSyncExternalStore(subscribe, () => wanted);
