import { diffArrays, diffWordsWithSpace } from 'diff';
import type { DiffLine } from '../../entities.ts';

/** The lines of a formatted text, without its marks. The parser runs nothing and loads nothing. */
export function linesOf(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('h1, h2, h3, p, td, th')]
    .filter((element) => !(element.matches('td, th') && element.querySelector('p')))
    .map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

const whole = (kind: 'same' | 'added' | 'removed', text: string): DiffLine => ({
  kind,
  role: 'paragraph',
  parts: [{ kind, text }],
});

const changed = (before: string, after: string): DiffLine => ({
  kind: 'changed',
  role: 'paragraph',
  parts: diffWordsWithSpace(before, after).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  })),
});

/** What has to change in one text to get the other, line by line and then word by word. */
export function textDiff(before: string[], after: string[]): DiffLine[] {
  const parts = diffArrays(before, after);
  return parts.flatMap((part, at): DiffLine[] => {
    const previous = parts[at - 1];
    const next = parts[at + 1];
    if (part.removed && next?.added && next.value.length === part.value.length)
      return part.value.map((line, place) => changed(line, next.value[place]!));
    if (part.added && previous?.removed && previous.value.length === part.value.length) return [];
    return part.value.map((line) => whole(part.added ? 'added' : part.removed ? 'removed' : 'same', line));
  });
}
