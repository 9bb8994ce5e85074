import {
  grades,
  type Grade,
  type Scored,
  type ScoredCategory,
  type ScoredVector,
  type Verdict,
} from '../port.ts';
import type { Detail, FastRatingsAnswer } from './answers.ts';

/** Colours of the API's own samples, for what comes without one. */
const gradeColors: Record<Grade, string> = {
  A: '#2c4d7f',
  B: '#526d96',
  C: '#ecb870',
  D: '#c77481',
  F: '#b24053',
  'N/A': '#495057',
};
const bandColor = '#495057';

export type Weights = ReadonlyMap<string, number>;

const gradeOf = (text: string | null | undefined): Grade =>
  (grades as readonly string[]).includes(text ?? '') ? (text as Grade) : 'N/A';

/** `open_ports` reads as `Open Ports` where a new vector comes without a name. */
const nameOf = (slug: string) =>
  slug
    .replace(/_+/g, ' ')
    .trim()
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Every vector that came, known or not: what has no place yet stands at the end. */
function vectorOf(slug: string, detail: Detail, weights: Weights): ScoredVector {
  const grade = gradeOf(detail.grade);
  return {
    name: detail.name ?? nameOf(slug),
    category: detail.category ?? 'Other',
    categoryOrder: detail.category_order ?? 99,
    order: detail.order ?? 999,
    beta: detail.beta ?? false,
    weight: weights.get(slug) ?? null,
    // its arithmetic is its own: a rating is all that is told
    score: null,
    grade,
    gradeColor: detail.grade_color ?? gradeColors[grade],
    rating: detail.rating ?? null,
  };
}

const points: Partial<Record<Grade, number>> = { A: 4, B: 3, C: 2, D: 1, F: 0 };
const letters: Grade[] = ['F', 'D', 'C', 'B', 'A'];

/** The mean of a category's grades, by weight where weights are told: the API grades vectors alone. */
function gradeOfCategory(own: ScoredVector[]): Grade {
  const graded = own.filter(({ grade, beta }) => points[grade] !== undefined && !beta);
  const weighted = graded.every(({ weight }) => weight !== null) && graded.some(({ weight }) => weight! > 0);
  const weightOf = ({ weight }: ScoredVector) => (weighted ? weight! : 1);
  const sum = graded.reduce((total, vector) => total + weightOf(vector), 0);
  if (sum === 0) return 'N/A';
  return letters[
    Math.round(graded.reduce((total, vector) => total + weightOf(vector) * points[vector.grade]!, 0) / sum)
  ]!;
}

function categoriesOf(vectors: ScoredVector[]): ScoredCategory[] {
  const names = new Map(vectors.map(({ category, categoryOrder }) => [category, categoryOrder]));
  return [...names]
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, order]) => {
      const own = vectors.filter(({ category }) => category === name);
      const grade = gradeOfCategory(own);
      const told = own.every(({ weight }) => weight !== null);
      return {
        name,
        order,
        grade,
        gradeColor: gradeColors[grade],
        score: null,
        weight: told ? own.reduce((sum, { weight }) => sum + weight!, 0) : null,
      };
    });
}

function scoredOf(answer: FastRatingsAnswer, rating: number | null, weights: Weights): Scored {
  const vectors = Object.fromEntries(
    Object.entries(answer.rating_details ?? {}).flatMap(([slug, detail]) =>
      detail ? [[slug, vectorOf(slug, detail, weights)]] : [],
    ),
  );
  return { rating, capReason: null, categories: categoriesOf(Object.values(vectors)), vectors, error: null };
}

/** The agency's answer in the words of the port; null where it has no rating. Ratings newest first, one a day. */
export function verdictOf(domain: string, answer: FastRatingsAnswer, weights: Weights): Verdict | null {
  const byDay = new Map(
    (answer.ratings ?? []).flatMap((point) => (point ? [[point.rating_date, point] as const] : [])),
  );
  const ratings = [...byDay.values()]
    .toSorted((a, b) => b.rating_date.localeCompare(a.rating_date))
    .map(({ rating, rating_date: date, rating_color: color }) => ({
      rating,
      date,
      color: color ?? bandColor,
    }));
  const newest = ratings[0];
  if (!newest) return null;
  const { industry_grade: industry } = answer;
  return {
    kind: 'verdict',
    domain: answer.primary_domain ?? domain,
    ratings,
    industry: industry?.average_rating
      ? { name: industry.industry ?? industry.industry_sector ?? '', average: industry.average_rating }
      : null,
    scored: scoredOf(answer, newest.rating, weights),
    pdf: null,
  };
}
