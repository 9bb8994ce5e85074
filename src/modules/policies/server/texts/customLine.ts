import type { Span } from '../../document.ts';

const markNames = ['strong', 'em', 'underline', 'strike', 'link'] as const;
export const sameMarks = (a: Span, b: Span): boolean => markNames.every((mark) => a[mark] === b[mark]);

const joined = (spans: readonly Span[]): Span[] => {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (span.text === '') continue;
    if (last && sameMarks(last, span)) last.text += span.text;
    else out.push({ ...span });
  }
  return out;
};

/** Keeps of each run of spaces and breaks what a reader sees: one space, or up to two breaks. */
function settle(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  // how the text so far ends: nothing yet, a word, a space, or so many breaks
  let spaced = true;
  let breaks = 2;
  for (const span of spans) {
    let text = '';
    for (const sign of span.text) {
      if (sign === '\n') {
        if (breaks >= 2) continue;
        breaks++;
        spaced = true;
        text += sign;
      } else if (sign === ' ') {
        if (spaced) continue;
        spaced = true;
        text += sign;
      } else {
        spaced = false;
        breaks = 0;
        text += sign;
      }
    }
    out.push({ ...span, text });
  }
  return out;
}

/** Spaces before a break, and breaks or spaces at the end, are not seen. */
function trimEnds(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  let atEnd = true;
  for (const span of spans.toReversed()) {
    let text = span.text;
    if (atEnd) text = text.replace(/(?<![ \n])[ \n]+$/, '');
    text = text.replaceAll(/(?<! ) +\n/g, '\n');
    if (text === '') continue;
    const next = out.at(-1);
    if (!atEnd && next?.text.startsWith('\n')) text = text.replace(/(?<! ) +$/, '');
    atEnd = false;
    if (text !== '') out.push({ ...span, text });
  }
  return out.toReversed();
}

/** A line as it is kept: white space as it is seen, neighbours with the same marks joined; empty where nothing is seen. */
export function tidyLine(spans: readonly Span[]): Span[] {
  const tidy = trimEnds(settle(joined(spans)));
  return tidy.every(({ text }) => text.trim() === '') ? [] : joined(tidy);
}
