import { expect, inject, test } from 'vitest';
import { playEpisode, type Outcome } from '../simulate/episode.ts';

// docs/simulation.md: a fixed number of episodes, not a fixed time, so that a slow machine plays the same ones
const longestMs = 300_000;

const replay = ({ seed, rounds, log }: Outcome) =>
  `npm run simulate -- --episode ${seed} --rounds ${rounds}\n${log.slice(-40).join('\n')}`;

test(
  'two servers keep every promise of an episode, and the same seed plays it again',
  { timeout: longestMs },
  async () => {
    const first = await playEpisode(inject('postgres'), { seed: 3, rounds: 10 });
    expect(first.violation, replay(first)).toBeNull();
    const again = await playEpisode(inject('postgres'), { seed: 3, rounds: 10 });
    expect(again.log).toEqual(first.log);
  },
);

test('two servers keep every promise of another episode', { timeout: longestMs }, async () => {
  const outcome = await playEpisode(inject('postgres'), { seed: 1, rounds: 60 });
  expect(outcome.violation, replay(outcome)).toBeNull();
});

// which statement waits for what depends on the machine a little, so no single seed is sure to meet a fault
const mostEpisodes = 15;

test.each([
  ['takes-old-news', 'plans', 25, /has a subscription that is \w+ at [\w-]+; the provider says/],
  ['never-forgets', 'sessions', 12, /The ended session of \w+ is served at [AB] after more than a second/],
] as const)(
  'the planted fault %s is found',
  { timeout: longestMs },
  async (plant, focus, rounds, violation) => {
    const found: (string | null)[] = [];
    for (let seed = 1; seed <= mostEpisodes && !found.at(-1); seed++)
      found.push((await playEpisode(inject('postgres'), { seed, rounds, focus, plant })).violation);
    expect(found.at(-1)).toMatch(violation);
  },
);
