import { signal } from '#platform/web/signal.ts';

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
  /** The text that the field starts with. */
  text: string;
};

const question = signal<Question | null>(null);
let opener: HTMLElement | null = null;

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

/** Opens the dialog in which a person asks the experts about what is on the screen. */
export function askExpert(about: QuestionAbout | null = null, text = ''): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  question.set({ about: about && fitting(about), text });
}

/** Closes the dialog; the focus goes back to where it was opened from. */
export function endQuestion(): void {
  question.set(null);
  const back = opener;
  setTimeout(() => (back?.isConnected ? back : document.getElementById('main'))?.focus(), 0);
}

/** For the one place that draws the dialog. */
export const useQuestion = question.use;
