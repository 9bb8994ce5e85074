import type { HttpAnswer } from '#probes/http/answer.ts';
import type { PageSummary } from '../rule.ts';
import { candidates, judge, lookAt, type Looked } from './sentinels.ts';
import { isWall, sampleOf, wallAt, type IsSignedIn, type Sample, type WallKind } from './wall.ts';

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
