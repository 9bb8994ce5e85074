/** The assessment as somebody meets it who answers by keys. */

export type Question = { id: string; kind: string; text: string; scale: 'yesno' | 'graded' };
export type Config = {
  elements: { id: string; area: string; title: string; steps: { questions: Question[] }[] }[];
  interstitials: { trigger: string; title: string; button: string }[];
};
export type Report = {
  elements: {
    id: string;
    title: string;
    level: number;
    next: { actions: { questionId: string; task: object | null }[] } | null;
  }[];
};
export type Answer = 'yes' | 'no' | 'unsure';

/** The key of an answer: its number, or its letter. */
export const keyOf = ({ scale }: Question, answer: Answer, byNumber: boolean): string => {
  const keys = {
    yes: scale === 'yesno' ? '1y' : '1a',
    no: scale === 'yesno' ? '2n' : '4n',
    unsure: scale === 'yesno' ? '3u' : '5u',
  };
  return keys[answer][byNumber ? 0 : 1]!;
};

/** What this company says: backups are at level 3, risks lack one answer for level 2, all else is at its beginning. */
export function wanted(id: string): Answer {
  const [element, level, kind] = id.split('-') as [string, string, string];
  if (element === 'backup') return Number(level) <= 3 ? 'yes' : 'no';
  if (element === 'risk') return level === '1' || kind !== 'key' ? 'yes' : 'no';
  return 'no';
}

/** Toasts go by themselves: writes down in `said` what is ever spoken, over reloads as well. */
export const noteToasts = `addEventListener('DOMContentLoaded', () => {
  const known = new WeakSet();
  new MutationObserver(() => {
    for (const words of document.querySelectorAll('[aria-label="Notifications"] output span')) {
      if (known.has(words) || !words.textContent) continue;
      known.add(words);
      sessionStorage.setItem('said', JSON.stringify([...JSON.parse(sessionStorage.getItem('said') ?? '[]'), words.textContent]));
    }
  }).observe(document.body, { childList: true, subtree: true });
});`;
