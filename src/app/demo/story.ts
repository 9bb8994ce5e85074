/** What is wrong with an invented website, from when until when, told so that the engine's own rules can report it. */

/** Days before today: from the earlier one until the later one; until 0 is still so. */
export type Span = readonly [from: number, until: number];

type Sight = {
  during: readonly Span[];
  /** Path with query. */
  at: string;
  /** Further paths with the same issue. */
  also?: readonly string[];
  /** What the answer held, where that proves the issue. */
  body?: string;
  /** `text/html` unless said otherwise; empty for none. */
  type?: string;
  status?: number;
  /** Header lines of the answer beside the website's usual ones, `Name: value`. */
  headers?: readonly string[];
};

export type Issue = Sight & {
  rule: string;
  parameter?: string;
  evidence: string;
  /** What was sent to prove it. */
  payload?: string;
  /** Part of the engine's id where a rule tells several subjects apart. */
  subject?: string;
};

/** A library that the engine recognises by what the file says. */
export type OldLibrary = Sight & { library: string };

export type HandMade = { daysAgo: number; what: 'scan' | 'cancel' };

export type Story = {
  name: string;
  url: string;
  /** Header lines that every answer carries. */
  server: readonly string[];
  pages: number;
  requests: number;
  issues: readonly (Issue | OldLibrary)[];
  /** Scans started by hand. */
  byHand?: readonly HandMade[];
  /** Scans during this span find nobody at home. */
  down?: Span;
  /** Scans during this span are slowed down by the website. */
  slowed?: Span;
};

export const isThere = ({ during }: Pick<Sight, 'during'>, daysAgo: number): boolean =>
  during.some(([from, until]) => daysAgo <= from && (until === 0 || daysAgo > until));

/** Begins before the story does. */
export const ever = 1000;

export const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;

/** A header that the first page lacks. */
export const headerAbsent = (
  rule: string,
  parameter: string,
  during: readonly Span[],
  body: string,
): Issue => ({ rule, during, at: '/', parameter, body, evidence: 'The header is absent.' });
