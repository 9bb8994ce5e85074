import { addDays, pacificDay } from '#platform/days.ts';
import type { MeasuredVector, Ratings } from '#providers/ratings/port.ts';
import type { RatedAssetView, RatingFindingView, RatingsData, VectorView } from '../entities.ts';
import { chartDays, findingDays, isAbout, ratingColor } from '../rules.ts';
import { disownedOf, isAged, isDisowned, type Known, type KnownFinding } from './runs/known.ts';
import { harmfulAt } from './runs/merge.ts';
import type { Point, Snapshot, SnapshotDetail } from './runs/snapshots.store.ts';
import { factTexts, vectorTexts } from './report/texts.ts';

/** What the answer is made of; see `composeData`. */
export type Ingredients = {
  domain: string;
  source: Ratings['source'];
  snapshot: Pick<Snapshot, 'measuredAt' | 'writtenAt'> & { detail: SnapshotDetail };
  /** Newest first. */
  points: readonly Point[];
  known: Known;
  /** What counts now, with what only the past can tell. */
  vectors: Record<string, MeasuredVector>;
  industry: RatingsData['industry_grade'];
  verified: boolean;
  dkimSelectors: readonly string[];
  canPlan: boolean;
};

const worstFirst = ['BAD', 'WARN', 'FAIR', 'NEUTRAL', 'GOOD'];
const dayMs = 86_400_000;

function findingView(
  finding: KnownFinding,
  how: { gain: number | null; notOurs: boolean },
): RatingFindingView {
  const { key, fact, asset, evidence, grade, firstSeen, lastSeen, vector } = finding;
  const texts = factTexts(fact, vector);
  const isOpen = grade !== 'GOOD' && grade !== 'NEUTRAL';
  return {
    key,
    fact,
    title: texts.title,
    asset,
    evidence,
    grade,
    firstSeen,
    lastSeen,
    gain: how.notOurs ? null : how.gain,
    minutes: isOpen ? texts.minutes : 0,
    remedy: isOpen ? texts.remedy : [],
    check: isOpen ? texts.check : '',
    notOurs: how.notOurs,
  };
}

/** Everything that is told of a vector: what was observed, and what follows from that in time. */
function findingsOf(vector: string, { known, vectors, snapshot }: Ingredients): RatingFindingView[] {
  const at = snapshot.writtenAt;
  const disowned = disownedOf(known.assets);
  const gains = new Map(snapshot.detail.counted.map(({ key, gain }) => [key, gain]));
  const observed = known.findings.filter((finding) => finding.vector === vector && !isAged(finding, at));
  const keys = new Set(observed.map(({ key }) => key));
  const derived = (vectors[vector]?.findings ?? [])
    .filter(({ key }) => !keys.has(key))
    .map((finding) => ({ ...finding, vector }));
  return [...observed, ...derived]
    .map((finding) =>
      findingView(finding, { gain: gains.get(finding.key) ?? null, notOurs: isDisowned(finding, disowned) }),
    )
    .toSorted(
      (a, b) =>
        Number(a.notOurs) - Number(b.notOurs) ||
        worstFirst.indexOf(a.grade) - worstFirst.indexOf(b.grade) ||
        (b.gain ?? 0) - (a.gain ?? 0) ||
        (a.key < b.key ? -1 : 1),
    );
}

function vectorViews(given: Ingredients): Record<string, VectorView> {
  const { scored } = given.snapshot.detail;
  const sorted = Object.entries(scored.vectors).toSorted(
    ([, a], [, b]) =>
      a.categoryOrder - b.categoryOrder || Number(a.beta) - Number(b.beta) || a.order - b.order,
  );
  return Object.fromEntries(
    sorted.map(([id, vector]): [string, VectorView] => {
      const known = given.known.vectors.find((one) => one.vector === id);
      const texts = vectorTexts(id);
      const isGraded = vector.grade !== 'N/A';
      return [
        id,
        {
          name: vector.name,
          category: vector.category,
          category_order: vector.categoryOrder,
          order: vector.order,
          beta: vector.beta,
          grade: vector.grade,
          grade_color: vector.gradeColor,
          rating: vector.rating,
          info: {
            description: texts.description,
            why: texts.why,
            weight: vector.weight,
            note: isGraded
              ? null
              : (given.vectors[id]?.note ?? known?.note ?? 'Too little is known of it to grade it.'),
            measuredAt: known ? known.measuredAt : given.snapshot.measuredAt.toISOString(),
            findings: findingsOf(id, given),
            remedy: texts.remedy,
          },
        },
      ];
    }),
  );
}

function assetViews({ known, snapshot }: Ingredients): RatedAssetView[] {
  const isShown = ({ lastSeen, notOurs }: Known['assets'][number]) =>
    notOurs !== null || snapshot.writtenAt.getTime() - Date.parse(lastSeen) <= findingDays * dayMs;
  return known.assets.filter(isShown).map(({ asset, kind, because, notOurs }) => ({
    asset,
    kind,
    because,
    findings: harmfulAt(known.findings, (finding) => isAbout(finding.asset, asset)),
    notOurs,
  }));
}

/** A year of ratings, newest first: an agency's own, or those that were measured here. */
function ratingsOf({ points, snapshot, source }: Ingredients): RatingsData['ratings'] {
  if (source.id === 'estimate')
    return points.map(({ day, rating }) => ({ rating, rating_date: day, rating_color: ratingColor(rating) }));
  const oldest = addDays(pacificDay(snapshot.measuredAt), -chartDays);
  const days = new Map(snapshot.detail.past.map((one) => [one.date, one]));
  return [...days]
    .filter(([day]) => day >= oldest)
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, { rating, color }]) => ({ rating, rating_date: day, rating_color: color }));
}

/** The answer of modules.md 3, out of what is kept; pure. */
export function composeData(given: Ingredients): RatingsData {
  const { snapshot, points } = given;
  const { scored } = snapshot.detail;
  return {
    ratings: ratingsOf(given),
    industry_grade: given.industry,
    rating_details: vectorViews(given),
    categories: scored.categories
      .toSorted((a, b) => a.order - b.order)
      .map(({ name, order, grade, gradeColor, weight }) => ({
        name,
        order,
        grade,
        grade_color: gradeColor,
        weight,
      })),
    source: given.source,
    domain: given.domain,
    measuredAt: snapshot.measuredAt.toISOString(),
    capReason: scored.capReason,
    changes: points.flatMap(({ day, change }) => (change ? [{ date: day, ...change }] : [])),
    assets: assetViews(given),
    canPlan: given.canPlan,
    verified: given.verified,
    dkimSelectors: [...given.dkimSelectors],
  };
}
