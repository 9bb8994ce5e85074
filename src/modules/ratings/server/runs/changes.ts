import type { Scored } from '#providers/ratings/port.ts';
import { shownDay } from '#platform/dates.ts';
import type { RatingChange } from '../../entities.ts';
import type { FactTexts } from '../report/texts.ts';

/** Why a rating moved from one day to another, in sentences; pure. */

/** A harmful observation that counted on a day. */
export type Counted = {
  key: string;
  vector: string;
  fact: string;
  asset: string;
  grade: string;
  firstSeen: string;
  /** What its fix alone brings. */ gain: number | null;
};
export type DayState = {
  scored: Scored;
  counted: readonly Counted[];
  disowned: readonly string[];
  measuredAt: string;
};

type Reason = RatingChange['reasons'][number];
type Weighted = Reason & { weight: number };

export type ChangeWords = {
  facts: (fact: string, vector: string) => Pick<FactTexts, 'title' | 'appeared' | 'gone'>;
  /** Why an observation of the day before does not count any more. */
  goneBecause: (key: string) => 'fixed' | 'aged' | 'unverified';
  isAbout: (observedAt: string, asset: string) => boolean;
};

/** Sentences that a person still reads. */
const mostReasons = 8;

const filled = (template: string, asset: string): string => template.replaceAll('{asset}', asset);

function appeared({ fact, vector, asset }: Counted, words: ChangeWords): string {
  const texts = words.facts(fact, vector);
  return texts.appeared ? filled(texts.appeared, asset) : `${texts.title} (${asset})`;
}

function fixed({ fact, vector, asset }: Counted, words: ChangeWords): string {
  const texts = words.facts(fact, vector);
  return texts.gone ? filled(texts.gone, asset) : `Fixed: ${texts.title} (${asset})`;
}

const nameOf = ({ scored }: DayState, vector: string): string => scored.vectors[vector]?.name ?? vector;
const scoreOf = ({ scored }: DayState, vector: string): number | null =>
  scored.vectors[vector]?.score ?? null;

/** Points of the rating that a vector's move is about; what carries no weight moves nothing. */
const shareOf = (state: DayState, vector: string): number => state.scored.vectors[vector]?.weight ?? 0;

/** What the company took out of the rating or back into it, once for each asset. */
function ofAssets(before: DayState, after: DayState): Reason[] {
  const out = after.disowned.filter((asset) => !before.disowned.includes(asset));
  const back = before.disowned.filter((asset) => !after.disowned.includes(asset));
  return [
    ...out.map((asset): Reason => ({
      text: `${asset} was marked as not yours and left out`,
      vector: null,
      kind: 'not-ours',
    })),
    ...back.map((asset): Reason => ({
      text: `${asset} counts again as yours`,
      vector: null,
      kind: 'not-ours',
    })),
  ];
}

/** A limit of the rating that began, ended or changed. */
function ofLimit(before: DayState, after: DayState): Reason[] {
  const [was, is] = [before.scored.capReason, after.scored.capReason];
  if (was === is) return [];
  return is === null
    ? [{ text: 'A limit of the rating was lifted', vector: null, kind: 'better' }]
    : [{ text: `The rating is limited: ${is}`, vector: null, kind: was === null ? 'worse' : 'other' }];
}

/** Whether an observation is about an asset that the company took out of the rating or back into it. */
function movedBetween(before: DayState, after: DayState, words: ChangeWords): (one: Counted) => boolean {
  const moved = [
    ...after.disowned.filter((asset) => !before.disowned.includes(asset)),
    ...before.disowned.filter((asset) => !after.disowned.includes(asset)),
  ];
  return ({ asset }) => moved.some((one) => words.isAbout(asset, one));
}

function ofObservations(vector: string, before: DayState, after: DayState, words: ChangeWords): Weighted[] {
  const weight = shareOf(after, vector);
  const [was, is] = [before.counted, after.counted].map((all) =>
    all.filter((one) => one.vector === vector),
  ) as [Counted[], Counted[]];
  const isMoved = movedBetween(before, after, words);
  const reasons: Weighted[] = [];
  for (const one of is)
    if (!was.some(({ key }) => key === one.key) && !isMoved(one))
      reasons.push({ text: appeared(one, words), vector, kind: 'worse', weight });
  for (const one of was) {
    if (is.some(({ key }) => key === one.key) || isMoved(one)) continue;
    const because = words.goneBecause(one.key);
    if (because === 'fixed') reasons.push({ text: fixed(one, words), vector, kind: 'better', weight });
    else if (because === 'aged')
      reasons.push({
        text: `Too old to count: ${words.facts(one.fact, one.vector).title} (${one.asset})`,
        vector,
        kind: 'aged-out',
        weight,
      });
    else
      reasons.push({
        text: `The proof of ownership lapsed, so that ports are not looked at: ${words.facts(one.fact, one.vector).title} (${one.asset})`,
        vector,
        kind: 'other',
        weight,
      });
  }
  if (reasons.length > 0 || was.some(isMoved) || is.some(isMoved)) return reasons;
  const [from, to] = [scoreOf(before, vector)!, scoreOf(after, vector)!];
  // the same observations weigh otherwise as time goes on: what stays open counts more, a breach of the past less
  const text =
    to < from
      ? `${nameOf(after, vector)}: what is open counts more the longer it stays`
      : `${nameOf(after, vector)}: what is past counts less`;
  return was.length > 0 || is.length > 0
    ? [{ text, vector, kind: to < from ? 'worse' : 'aged-out', weight }]
    : [];
}

function ofVector(vector: string, before: DayState, after: DayState, words: ChangeWords): Weighted[] {
  const [from, to] = [scoreOf(before, vector), scoreOf(after, vector)];
  if (from === to) return [];
  const weight = shareOf(after, vector);
  const isMoved = movedBetween(before, after, words);
  const own = [...before.counted, ...after.counted].filter((one) => one.vector === vector);
  // the decision about the asset is told already
  if ((from === null || to === null) && own.length > 0 && own.every(isMoved)) return [];
  const isNew = !(vector in before.scored.vectors) || from === null;
  if (isNew)
    return [
      {
        text: `${nameOf(after, vector)} was measured for the first time, or again after a while`,
        vector,
        kind: 'measured-now',
        weight,
      },
    ];
  if (to === null) {
    const because = before.counted
      .filter((one) => one.vector === vector)
      .map(({ key }) => words.goneBecause(key));
    const text = because.includes('unverified')
      ? `${nameOf(before, vector)} is no longer checked: the proof of ownership lapsed`
      : `${nameOf(before, vector)} does not count: nothing newer than 60 days is known`;
    return [{ text, vector, kind: 'aged-out', weight }];
  }
  return ofObservations(vector, before, after, words);
}

/** The sentences, weightiest first. Where nothing is found that explains the move, one says so. */
export function whyMoved(before: DayState, after: DayState, words: ChangeWords): Reason[] {
  const vectors = [...new Set([...Object.keys(before.scored.vectors), ...Object.keys(after.scored.vectors)])];
  const ofVectors = vectors
    .filter(
      (vector) => shareOf(after, vector) > 0 || shareOf(before, vector) > 0 || vector === 'data_breaches',
    )
    .flatMap((vector) => ofVector(vector, before, after, words))
    .toSorted((a, b) => b.weight - a.weight);
  const assets = ofAssets(before, after);
  const all: Reason[] = [
    ...assets,
    ...ofLimit(before, after),
    ...ofVectors.map(({ weight: _weight, ...reason }) => reason),
  ];
  if (all.length === 0) return [{ text: 'Small changes came together', vector: null, kind: 'other' }];
  const rest = all.length - mostReasons;
  if (rest <= 0) return all;
  return [
    ...all.slice(0, mostReasons - 1),
    { text: `And ${rest + 1} more changes`, vector: null, kind: 'other' },
  ];
}

/** What is written of a day after one whose rating came from elsewhere. */
export const otherMethod = (was: string, is: string, lastDay: Date): Reason[] => [
  {
    text: `From here on the rating is ${is}; until ${shownDay(lastDay)} it was ${was}. The two cannot be compared.`,
    vector: null,
    kind: 'method',
  },
];

const gradeOrder = ['F', 'D', 'C', 'B', 'A'];

/** The grades that moved, for a rating whose arithmetic and observations are an agency's own. */
export function gradeMoves(before: Pick<DayState, 'scored'>, after: Pick<DayState, 'scored'>): Reason[] {
  const moves = Object.entries(after.scored.vectors).flatMap(([vector, { name, grade }]): Reason[] => {
    const was = before.scored.vectors[vector]?.grade ?? 'N/A';
    if (was === grade) return [];
    if (was === 'N/A')
      return [
        {
          text: `${name} was measured for the first time, or again after a while`,
          vector,
          kind: 'measured-now',
        },
      ];
    if (grade === 'N/A') return [{ text: `${name} is not graded any more`, vector, kind: 'aged-out' }];
    const kind = gradeOrder.indexOf(grade) < gradeOrder.indexOf(was) ? 'worse' : 'better';
    return [{ text: `${name} went from ${was} to ${grade}`, vector, kind }];
  });
  return moves.length > 0
    ? moves.slice(0, mostReasons)
    : [{ text: 'Small changes came together', vector: null, kind: 'other' }];
}
