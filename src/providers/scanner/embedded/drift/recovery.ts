import type { WallKind } from './wall.ts';
import type { makeSamples } from './sentinels.ts';
import type { DriftInput } from './watch.ts';

/** What a scan says when the website stopped answering as it did at first. */

const turned: Record<WallKind, string> = {
  'signed-out': 'The website asked for a sign-in on pages that the scan had been able to read',
  refused: 'The website, or a firewall in front of it, began to refuse the scan',
  maintenance: 'The website went into maintenance during the scan',
  failing: 'The website began to answer with errors during the scan',
  silent: 'The website stopped answering during the scan',
  different: 'Most pages of the website began to answer differently during the scan',
};

const advice: Record<WallKind, string> = {
  'signed-out': 'Check that the account stays signed in, then scan again.',
  refused: 'Ask your hosting provider to let the scanner through, then scan again.',
  maintenance: 'Scan again when the website is back.',
  failing: 'Scan again at a quieter time.',
  silent: 'Scan again at a quieter time.',
  different: 'Find out what changed, then scan again.',
};

function lostSentence(kind: WallKind, hasSession: boolean): string {
  const what =
    kind === 'signed-out' && hasSession
      ? 'The website signed the scan out and did not let it in again'
      : turned[kind];
  return `${what}, so the scan ended early. Checks that were not finished do not count as passed. ${advice[kind]}`;
}

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

const recoveredSentence = (kind: WallKind, count: number): string =>
  `${turned[kind]} (${times(count)}). The scan waited until the pages were back and repeated what it had tried in the meantime.`;

export const renewedSentence = (count: number): string =>
  `The website signed the scan out ${times(count)}; the scan signed in again each time and repeated the request.`;

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
    recoveriesLeft: (kind: WallKind): number =>
      kind === 'signed-out'
        ? mostSignOuts - count(kind)
        : mostEpisodes - (episodes.length - count('signed-out')),
    notes: () => [...new Set(episodes)].map((kind) => recoveredSentence(kind, count(kind))),
  };
}

/** It did not come back. */
export class SiteLost extends Error {
  readonly kind: WallKind;
  constructor(kind: WallKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const usualWaits = [0, 5000, 20_000, 60_000];

export function makeRecovery(
  input: DriftInput,
  samples: ReturnType<typeof makeSamples>,
  episodes: ReturnType<typeof makeEpisodes>,
) {
  const stop = new AbortController();

  function lose(kind: WallKind): never {
    const lost = new SiteLost(kind, lostSentence(kind, input.session() !== null));
    stop.abort(lost);
    throw lost;
  }

  async function recover(kind: WallKind): Promise<void> {
    if (episodes.recoveriesLeft(kind) <= 0) lose(kind);
    let last = kind;
    for (const wait of input.waits ?? usualWaits) {
      if (wait > 0) await input.gate.sleep(wait, 'Waiting until the website answers as before');
      await input.session()?.restore();
      const now = await samples.kindNow();
      if (now === null) {
        episodes.add(kind);
        return;
      }
      last = now;
      // Waiting opens no session that the website ends again at once.
      if (now === 'signed-out' && input.session()?.mayRenew() === false) break;
    }
    lose(last);
  }

  return { signal: stop.signal, lose, recover };
}
