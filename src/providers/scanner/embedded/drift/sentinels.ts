import type { HttpAnswer } from '#probes/http/answer.ts';
import type { PageSummary } from '../rule.ts';
import { sampleOf, wallAt, wordsOf, isWall, type IsSignedIn, type Sample, type WallKind } from './wall.ts';

/** A few known pages, asked again from time to time: while they answer as at first, so does the website. */

const most = 12;

/** Pages of different kinds first, each in the order in which it was read. */
export function candidates(pages: readonly PageSummary[], isSignedIn: IsSignedIn): Sample[] {
  const kinds = new Map<string, PageSummary[]>();
  for (const one of pages) {
    if (one.answer.method !== 'GET' || one.answer.body.length === 0 || one.answer.truncated) continue;
    const known = kinds.get(one.page.shape);
    if (known) known.push(one);
    else kinds.set(one.page.shape, [one]);
  }
  const turns = Math.max(0, ...[...kinds.values()].map((list) => list.length));
  return Array.from({ length: Math.min(most, turns) }, (_none, turn) =>
    [...kinds.values()].flatMap((list) => list[turn] ?? []),
  )
    .flat()
    .slice(0, most)
    .map(({ answer }) => sampleOf(answer, isSignedIn));
}

export type Looked = { sample: Sample; now: HttpAnswer | null; kind: WallKind | null };

const alike = 0.95;

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
};

/** Pages that were different and are one and the same now: one page has taken the place of them all. */
function converged(looks: readonly Looked[]): Looked[] {
  const same = looks.filter(({ now, kind }) => now !== null && (kind === null || kind === 'different'));
  if (same.length * 2 <= looks.length) return [];
  const words = new Map(same.map((one) => [one, wordsOf(one.now!)]));
  let largest: Looked[] = [];
  for (const leader of same) {
    const group = same.filter(
      (other) =>
        other !== leader &&
        likeness(words.get(leader)!, words.get(other)!) >= alike &&
        likeness(leader.sample.words, other.sample.words) < alike,
    );
    if (group.length + 1 > largest.length && group.length > 1) largest = [leader, ...group];
  }
  return largest;
}

export const isOnePage = (looks: readonly Looked[]): boolean => converged(looks).length * 2 > looks.length;

export function judge(looks: readonly Looked[]): WallKind | null {
  const group = new Set(converged(looks));
  const turned = looks.flatMap((one) => one.kind ?? (group.has(one) ? ('different' as const) : []));
  if (turned.length * 2 <= looks.length) return null;
  const counts = new Map<WallKind, number>();
  for (const kind of turned) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

export async function lookAt(
  samples: readonly Sample[],
  ask: (url: string) => Promise<HttpAnswer | null>,
  isSignedIn: IsSignedIn,
): Promise<Looked[]> {
  const looks: Looked[] = [];
  // One after the other: a website that is not well is not asked for all of them at once.
  for (const sample of samples) {
    const now = await ask(sample.url);
    looks.push({ sample, now, kind: wallAt(sample, now, isSignedIn) });
  }
  return looks;
}

const mostKnown = 2000;

type Ask = (url: string) => Promise<HttpAnswer | null>;

export function makeSamples(ask: Ask, isSignedIn: () => IsSignedIn) {
  let samples: Sample[] = [];
  /** First answers of the pages that were read, by address. */
  const known = new Map<string, HttpAnswer>();
  let turn = 0;

  const lookAll = (): Promise<Looked[]> => lookAt(samples, ask, isSignedIn());

  return {
    isEmpty: () => samples.length === 0,
    /** Takes samples from the pages that were read. Those left out stood behind a wall, as others did not. */
    take(pages: readonly PageSummary[]): Sample[] {
      const all = candidates(pages, isSignedIn());
      const walled = all.filter(({ first }) => isWall(first));
      // what was read behind a wall says nothing about the website that comes back
      const leftOut = walled.length < all.length ? walled : [];
      samples = all.filter((sample) => !leftOut.includes(sample));
      known.clear();
      for (const { url, answer } of pages)
        if (answer.body.length > 0 && known.size < mostKnown && !known.has(url)) known.set(url, answer);
      return leftOut;
    },
    lookAll,
    kindNow: async (list: readonly Sample[] = samples): Promise<WallKind | null> =>
      judge(await lookAt(list, ask, isSignedIn())),
    async isNextFine(): Promise<boolean> {
      const sample = samples[turn++ % samples.length]!;
      return wallAt(sample, await ask(sample.url), isSignedIn()) === null;
    },
    /** Keeps what a second look leaves of the samples: the text of a page that differs says nothing later. */
    settle(looks: readonly Looked[]): void {
      // its status and a sign-in in its place still do
      samples = looks.flatMap(({ sample, kind }) =>
        kind === null ? sample : kind === 'different' ? { ...sample, words: new Set<string>() } : [],
      );
    },
    turned(url: string, answer: HttpAnswer): boolean {
      const first = known.get(url);
      const kind = first === undefined ? null : wallAt(sampleOf(first, isSignedIn()), answer, isSignedIn());
      // Other text alone may be what the page shows this time.
      return kind !== null && kind !== 'different';
    },
  };
}
