import type { makeEpisodes } from './episodes.ts';
import type { makeSamples } from './samples.ts';
import type { WallKind } from './wall.ts';
import type { DriftInput } from './watch.ts';
import { lostSentence } from './wording.ts';

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
