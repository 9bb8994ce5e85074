import { expect, inject, test } from 'vitest';
import { playEpisode, type Outcome } from '../simulate/episode.ts';
import type { Plant } from '../simulate/plants.ts';
import type { Focus } from '../simulate/world.ts';

// docs/simulation.md: a fixed number of episodes, not a fixed time, so that a slow machine plays the same ones
const longestMs = 300_000;

const replay = ({ seed, rounds, log }: Outcome) => `npm run simulate -- --episode ${seed} --rounds ${rounds}\n${log.slice(-40).join('\n')}`;

test('two servers keep every promise of an episode, and the same seed plays it again', { timeout: longestMs }, async () => {
  const first = await playEpisode(inject('postgres'), { seed: 3, rounds: 30 });
  expect(first.violation, replay(first)).toBeNull();
  const again = await playEpisode(inject('postgres'), { seed: 3, rounds: 30 });
  expect(again.log).toEqual(first.log);
});

test('two servers keep every promise of another episode', { timeout: longestMs }, async () => {
  const outcome = await playEpisode(inject('postgres'), { seed: 1, rounds: 30 });
  expect(outcome.violation, replay(outcome)).toBeNull();
});

/** The first violation that episodes with a planted fault show; which episode does, changes with each statement of the product. */
async function firstFound(plant: Plant, { rounds, focus = null, episodes }: { rounds: number; focus?: Focus | null; episodes: number }) {
  for (let seed = 1; seed <= episodes; seed++) {
    const { violation } = await playEpisode(inject('postgres'), { seed, rounds, focus, plant });
    if (violation) return violation;
  }
  return null;
}

test('a server that takes old news of the billing provider is found', { timeout: longestMs }, async () => {
  expect(await firstFound('takes-old-news', { rounds: 25, focus: 'plans', episodes: 20 })).toMatch(
    /has a subscription that is \w+ at [\w-]+; the provider says/,
  );
});

test('a server that never forgets a session is found', { timeout: longestMs }, async () => {
  expect(await firstFound('never-forgets', { rounds: 8, episodes: 20 })).toMatch(
    /^The ended session of \w+ is served at \w after more than a second/,
  );
});
