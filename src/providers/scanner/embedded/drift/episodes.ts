import type { WallKind } from './wall.ts';
import { recoveredSentence } from './wording.ts';

// A website that keeps changing is given up, however often it comes back. One that ends sessions lets the scan in again at
// once, and how many of the ends fall into a look is chance.
const mostEpisodes = 12;
const mostSignOuts = 40;

export function makeEpisodes() {
  const episodes: WallKind[] = [];
  const count = (kind: WallKind) => episodes.filter((one) => one === kind).length;
  return {
    add: (kind: WallKind) => void episodes.push(kind),
    last: () => episodes.at(-1),
    /** How many more recoveries from such a change are made up for. */
    recoveriesLeft: (kind: WallKind): number =>
      kind === 'signed-out'
        ? mostSignOuts - count(kind)
        : mostEpisodes - (episodes.length - count('signed-out')),
    notes: () => [...new Set(episodes)].map((kind) => recoveredSentence(kind, count(kind))),
  };
}
