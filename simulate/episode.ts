import { heal } from './heal.ts';
import { checkHealed } from './healedInvariants.ts';
import { checkRound, checkState, nothingSeen } from './invariants.ts';
import { restartNames } from './monitoringCalls.ts';
import { restartPeople } from './peopleCalls.ts';
import type { Plant } from './plants.ts';
import { mixSeeds, randomOf } from './random.ts';
import { finishUnderWay, nothingUnderWay, playRound } from './rounds.ts';
import { seedIds } from './seededIds.ts';
import { openWorld, type Focus } from './world.ts';
import type { Socket } from './worldDatabase.ts';

export const roundsOfEpisode = 100;

export type EpisodeOptions = { seed: number; rounds?: number; plant?: Plant | null; focus?: Focus | null };
export type Outcome = {
  seed: number;
  /** What does not hold, and null where all does. */
  violation: string | null;
  /** Rounds that were played; as many show it again. */
  rounds: number;
  /** Every decision, in order. */
  log: string[];
  serverLog: string[];
};

/** Plays one episode: rounds with faults, healing, and everything that must hold. */
export async function playEpisode(
  socket: Socket,
  { seed, rounds = roundsOfEpisode, plant = null, focus = null }: EpisodeOptions,
): Promise<Outcome> {
  const restoreIds = seedIds(randomOf(mixSeeds(seed, 4)));
  restartNames();
  restartPeople();
  try {
    const world = await openWorld(socket, seed, { plant, focus });
    let played = 0;
    const play = async (): Promise<string | null> => {
      const [underWay, seen] = [nothingUnderWay(), nothingSeen()];
      while (played < rounds) {
        played += 1;
        const wrong = (await playRound(world, underWay)) ?? (await checkRound(world, seen));
        if (wrong) {
          world.turnstile.resumeAll();
          await world.turnstile.drive();
          return wrong;
        }
      }
      world.say('healing');
      const wrong = (await finishUnderWay(world, underWay)) ?? (await heal(world, underWay));
      return wrong ?? (await checkState(world)) ?? (await checkHealed(world));
    };
    try {
      const violation = await play();
      return { seed, violation, rounds: played, log: world.log, serverLog: world.serverLog };
    } finally {
      await world.close();
    }
  } finally {
    restoreIds();
  }
}
