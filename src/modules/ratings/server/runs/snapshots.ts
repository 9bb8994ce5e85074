import { pacificDay, type Day } from '#platform/days.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Ratings, Scored, Verdict } from '#providers/ratings/port.ts';
import { isAbout } from '../../rules.ts';
import { gradeMoves, otherMethod, whyMoved, type Counted, type DayState } from './changes.ts';
import { countedVectors, disownedOf, isHarmful, type Known } from './known.ts';
import { selectClosedBecause, selectKnown } from './known.store.ts';
import { gainsOf } from '../plan.ts';
import {
  saveSnapshot,
  selectNewest,
  selectOtherSource,
  type Snapshot,
  type SnapshotDetail,
  type SourceId,
  type StoredChange,
} from './snapshots.store.ts';
import { factTexts } from '../report/texts.ts';

type Where = { orgId: string; domain: string; /** Of the measurement. */ measuredAt: Date; at: Date };
export type Written = { rating: number; day: Day; before: Snapshot | null; change: StoredChange | null };

const sourceNames: Record<SourceId, string> = {
  estimate: 'our own estimate',
  bitsight: 'the rating of an agency',
};

/** The harmful observations that count, with what mending each alone would bring. */
function countedOf(ratings: Ratings, known: Known, at: Date, rating: number): Counted[] {
  const given = countedVectors(known, at);
  const vectors = ratings.withHistory?.(given, at) ?? given;
  const gains = ratings.score ? gainsOf(ratings.score, given, at, rating) : new Map<string, number>();
  return Object.entries(vectors).flatMap(([vector, { findings }]) =>
    findings.filter(isHarmful).map(({ key, fact, asset, grade, firstSeen }) => ({
      key,
      vector,
      fact,
      asset,
      grade,
      firstSeen,
      gain: gains.get(key) ?? null,
    })),
  );
}

async function changeSince(
  db: OrgDb,
  domain: string,
  before: Snapshot & { detail: SnapshotDetail },
  state: DayState,
): Promise<StoredChange | null> {
  const [from, to] = [before.rating, state.scored.rating!];
  const was: DayState = { ...before.detail, measuredAt: before.measuredAt.toISOString() };
  if (before.source === 'bitsight') return from === to ? null : { from, to, reasons: gradeMoves(was, state) };
  const gone = was.counted
    .map(({ key }) => key)
    .filter((key) => !state.counted.some((one) => one.key === key));
  const because = await selectClosedBecause(db, domain, gone);
  const reasons = whyMoved(was, state, {
    facts: factTexts,
    goneBecause: (key) => because.get(key) ?? 'fixed',
    isAbout,
  });
  return from !== to || reasons.some(({ kind }) => kind === 'not-ours') ? { from, to, reasons } : null;
}

async function writeDay(
  db: OrgDb,
  where: Where,
  source: SourceId,
  rating: number,
  detail: SnapshotDetail,
): Promise<Written> {
  const day = pacificDay(where.at);
  const before = await selectNewest(db, where.domain, source, day);
  let change: StoredChange | null = null;
  if (before?.detail)
    change = await changeSince(
      db,
      where.domain,
      { ...before, detail: before.detail },
      { ...detail, measuredAt: where.measuredAt.toISOString() },
    );
  else if (!before) {
    const other = await selectOtherSource(db, where.domain, source, day);
    if (other)
      change = {
        from: other.rating,
        to: rating,
        reasons: otherMethod(sourceNames[other.source], sourceNames[source], other.measuredAt),
      };
  }
  await saveSnapshot(db, where.orgId, where.domain, {
    source,
    day,
    measuredAt: where.measuredAt,
    writtenAt: where.at,
    rating,
    change,
    grades: Object.fromEntries(
      Object.entries(detail.scored.vectors).map(([vector, { grade }]) => [vector, grade]),
    ),
    detail,
  });
  return { rating, day, before, change };
}

/** Writes the snapshot of today out of everything that is known; null, and nothing written, where that is too little. */
export async function writeEstimate(
  ctx: Pick<BaseCtx, 'providers'>,
  db: OrgDb,
  where: Where,
): Promise<Written | null> {
  const { ratings } = ctx.providers;
  if (!ratings.score) return null;
  const known = await selectKnown(db, where.domain);
  const scored: Scored = ratings.score(countedVectors(known, where.at), where.at);
  if (scored.rating === null) return null;
  return writeDay(db, where, ratings.source.id, scored.rating, {
    scored,
    counted: countedOf(ratings, known, where.at, scored.rating),
    disowned: disownedOf(known.assets),
    past: [],
    industry: null,
    hasReport: false,
  });
}

/** Writes an agency's verdict as it is. Null where it has no rating. */
export async function writeVerdict(db: OrgDb, where: Where, verdict: Verdict): Promise<Written | null> {
  const { rating } = verdict.scored;
  if (rating === null) return null;
  return writeDay(db, where, 'bitsight', rating, {
    scored: verdict.scored,
    counted: [],
    disowned: [],
    past: verdict.ratings.slice(0, 400),
    industry: verdict.industry,
    hasReport: verdict.pdf !== null,
  });
}
