import type {
  Grade,
  MeasuredVector,
  RatingFinding,
  Scored,
  ScoredCategory,
  ScoredVector,
} from '../../port.ts';
import { noEventsText } from '../../port.ts';
import { categories, vectorIds, vectorInfo, type CategoryId, type VectorId } from '../../vectors.ts';
import { freshHistory } from './history.ts';
import { capOf } from './caps.ts';
import { isAlive } from './life.ts';
import { penaltyOf } from './penalty.ts';

/** The arithmetic of our own estimate (references, ratings 2 and 4): pure, so that any day can be worked out anew. */

/** Less than this share of the rating is too little to say anything. */
const leastWeight = 50;

const gradeColors: Record<Grade, string> = {
  A: '#2c4d7f',
  B: '#526d96',
  C: '#ecb870',
  D: '#c77481',
  F: '#b24053',
  'N/A': '#495057',
};

export function gradeOf(score: number | null): Grade {
  if (score === null) return 'N/A';
  if (score >= 90) return 'A';
  if (score >= 76) return 'B';
  if (score >= 60) return 'C';
  return score >= 40 ? 'D' : 'F';
}

const halfUp = (value: number) => Math.floor(value + 0.5 + 1e-9);
const floorTen = (value: number) => Math.floor(value / 10 + 1e-9) * 10;
const ratingOf = (score: number) => floorTen(250 + 6.5 * score);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What a list of findings leaves of 100: the lowest level, less the deductions, those of a group up to its limit. */
function remaining(findings: readonly RatingFinding[]): number {
  const level = Math.min(100, ...findings.map(({ effect }) => effect.level ?? 100));
  const groups = new Map<string, { taken: number; most: number }>();
  let alone = 0;
  for (const { effect } of findings) {
    const minus = Math.max(0, effect.minus ?? 0);
    if (!effect.group) alone += minus;
    else {
      const group = groups.get(effect.group.name) ?? { taken: 0, most: effect.group.most };
      groups.set(effect.group.name, {
        taken: group.taken + minus,
        most: Math.max(group.most, effect.group.most),
      });
    }
  }
  const grouped = sum([...groups.values()].map(({ taken, most }) => Math.min(taken, most)));
  return Math.max(0, level - alone - grouped);
}

/** The score of a vector, its parts by their share; null when nothing about it is known on that day. */
function scoreOf(id: VectorId, vector: MeasuredVector | undefined, at: Date): number | null {
  if (!vector?.measured) return null;
  const findings = vector.findings.filter((finding) => isAlive(finding, at));
  // Nothing to say against it is one thing, nothing known any more another.
  if (findings.length === 0) return vector.findings.length === 0 ? 100 : null;
  if (id === 'data_breaches') return Math.max(0, halfUp(100 - penaltyOf(findings, at)));
  const parts = new Map<string, { weight: number; findings: RatingFinding[] }>();
  for (const finding of findings) {
    // What neither takes nor limits anything is no measurement of a part.
    if (finding.effect.level === undefined && finding.effect.minus === undefined) continue;
    const { name, weight } = finding.effect.part ?? { name: '', weight: 1 };
    const part = parts.get(name) ?? { weight, findings: [] };
    part.findings.push(finding);
    part.weight = Math.max(part.weight, weight);
    parts.set(name, part);
  }
  if (parts.size === 0) return 100;
  const all = [...parts.values()];
  const weights = sum(all.map(({ weight }) => weight));
  return halfUp(sum(all.map((part) => part.weight * remaining(part.findings))) / weights);
}

const isCompromised = (id: VectorId) => vectorInfo[id].category === 'compromised';

/** Weight and score of what counts towards a mean: the five compromised vectors are one, the worst of them. */
function counted(
  ids: readonly VectorId[],
  scores: ReadonlyMap<VectorId, number | null>,
): { weight: number; score: number }[] {
  const known = ids.flatMap((id) => {
    const score = scores.get(id) ?? null;
    return score === null ? [] : [{ id, weight: vectorInfo[id].weight as number, score }];
  });
  const compromised = known.filter(({ id }) => isCompromised(id)).map(({ score }) => score);
  return [
    ...(compromised.length > 0
      ? [{ weight: categories.compromised.weight, score: Math.min(...compromised) }]
      : []),
    ...known.filter(({ id }) => !isCompromised(id)),
  ];
}

function scoreCategory(category: CategoryId, scores: ReadonlyMap<VectorId, number | null>): ScoredCategory {
  const { name, order, weight } = categories[category];
  const ids = vectorIds.filter((id) => vectorInfo[id].category === category && !('beta' in vectorInfo[id]));
  const parts = counted(ids, scores);
  const weights = sum(parts.map((part) => part.weight));
  let mean: number | null = null;
  if (weights > 0) mean = sum(parts.map((part) => part.weight * part.score)) / weights;
  // Public disclosures weigh nothing: they take points from the rating itself.
  else if (parts.length > 0) mean = sum(parts.map((part) => part.score)) / parts.length;
  const score = mean === null ? null : halfUp(mean);
  const grade = gradeOf(score);
  return { name, order, grade, gradeColor: gradeColors[grade], score, weight };
}

/** Works scores and rating out of observations for a day. */
export function score(given: Record<string, MeasuredVector>, at: Date): Scored {
  const vectors = freshHistory(given, at);
  const scores = new Map(vectorIds.map((id) => [id, scoreOf(id, vectors[id], at)]));
  const scored: Record<string, ScoredVector> = {};
  for (const id of vectorIds) {
    const { name, category, order, weight, ...rest } = vectorInfo[id];
    const value = scores.get(id) ?? null;
    const grade = gradeOf(value);
    scored[id] = {
      name,
      category: categories[category].name,
      categoryOrder: categories[category].order,
      order,
      beta: 'beta' in rest,
      weight,
      score: value,
      grade,
      gradeColor: gradeColors[grade],
      rating: value === null ? null : ratingOf(value),
    };
  }
  const byCategory = (Object.keys(categories) as CategoryId[]).map((id) => scoreCategory(id, scores));
  const parts = counted(vectorIds, scores);
  const weights = sum(parts.map(({ weight }) => weight));
  if (weights < leastWeight)
    return { rating: null, capReason: null, categories: byCategory, vectors: scored, error: noEventsText };
  const alive = vectorIds.flatMap((id) =>
    (vectors[id]?.measured ? vectors[id].findings : [])
      .filter((finding) => isAlive(finding, at))
      .map((finding) => ({ id, finding })),
  );
  const mean = sum(parts.map(({ weight, score: value }) => weight * value)) / weights;
  const penalty = penaltyOf(
    alive.map(({ finding }) => finding),
    at,
  );
  const cap = capOf(alive);
  const rating = floorTen(
    Math.min(900, Math.max(250, Math.min(cap?.most ?? 900, 250 + 6.5 * mean - penalty))),
  );
  return { rating, capReason: cap?.reason ?? null, categories: byCategory, vectors: scored, error: null };
}
