import { shownDay } from '#platform/dates.ts';
import type { RatingFindingView, RatingsData, VectorView } from '../entities.ts';

export type NamedVector = VectorView & { id: string };
export type NamedFinding = RatingFindingView & { vector: string; vectorName: string };

/** modules.md 2: by category and order, beta ones last within their category. */
export const vectorsOf = (data: RatingsData): NamedVector[] =>
  Object.entries(data.rating_details)
    .map(([id, vector]) => ({ id, ...vector }))
    .toSorted(
      (a, b) =>
        a.category_order - b.category_order ||
        Number(a.beta) - Number(b.beta) ||
        a.order - b.order ||
        a.id.localeCompare(b.id),
    );

/** What could be better, as something to do. */
export const isFixable = ({ grade, notOurs }: RatingFindingView): boolean =>
  !notOurs && grade !== 'GOOD' && grade !== 'NEUTRAL';

const worst = ['BAD', 'WARN', 'FAIR', 'NEUTRAL', 'GOOD'];
export const byGrade = (a: RatingFindingView, b: RatingFindingView): number =>
  worst.indexOf(a.grade) - worst.indexOf(b.grade) ||
  (b.gain ?? 0) - (a.gain ?? 0) ||
  a.key.localeCompare(b.key);

/** Everything that can be fixed, what helps most first. */
export const fixable = (data: RatingsData): NamedFinding[] =>
  vectorsOf(data)
    .flatMap((vector) =>
      vector.info.findings
        .filter(isFixable)
        .map((finding) => ({ ...finding, vector: vector.id, vectorName: vector.name })),
    )
    .toSorted((a, b) => (b.gain ?? 0) - (a.gain ?? 0) || byGrade(a, b));

/** "12 of 24 risk vectors", for how much a rating stands on. */
export const measuredOf = (data: RatingsData): { measured: number; all: number } => {
  const graded = Object.values(data.rating_details);
  return { measured: graded.filter(({ grade }) => grade !== 'N/A').length, all: graded.length };
};

export const seenLine = ({ firstSeen, lastSeen }: RatingFindingView): string =>
  shownDay(firstSeen) === shownDay(lastSeen)
    ? `Seen ${shownDay(lastSeen)}`
    : `Seen from ${shownDay(firstSeen)} to ${shownDay(lastSeen)}`;

export const findingWord = {
  GOOD: 'Good',
  FAIR: 'Fair',
  WARN: 'Warning',
  BAD: 'Bad',
  NEUTRAL: 'For information',
} as const;

export const whoWord = {
  you: 'You',
  'it-helper': 'Your IT helper',
  'web-host': 'Your web host',
  registrar: 'Your domain registrar',
  'mail-provider': 'Your email provider',
  'web-developer': 'Your web developer',
  everyone: 'Everyone',
} as const;
