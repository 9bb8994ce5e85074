import { expect, inject, test } from 'vitest';
import { playEpisode, type Outcome } from '../simulate/episode.ts';

// docs/simulation.md: a fixed number of episodes, not a fixed time, so that a slow machine plays the same ones
const longestMs = 300_000;

const replay = ({ seed, rounds, log }: Outcome) => `npm run simulate -- --episode ${seed} --rounds ${rounds}\n${log.slice(-40).join('\n')}`;

test('two servers keep every promise of an episode, and the same seed plays it again', { timeout: longestMs }, async () => {
  const first = await playEpisode(inject('postgres'), { seed: 3, rounds: 10 });
  expect(first.violation, replay(first)).toBeNull();
  const again = await playEpisode(inject('postgres'), { seed: 3, rounds: 10 });
  expect(again.log).toEqual(first.log);
});

test('two servers keep every promise of another episode', { timeout: longestMs }, async () => {
  const outcome = await playEpisode(inject('postgres'), { seed: 1, rounds: 60 });
  expect(outcome.violation, replay(outcome)).toBeNull();
});

test('a server that takes old news of the billing provider is found', { timeout: longestMs }, async () => {
  const outcome = await playEpisode(inject('postgres'), { seed: 1579679464, rounds: 25, focus: 'plans', plant: 'takes-old-news' });
  expect(outcome.violation).toMatch(/has a subscription that is \w+ at [\w-]+; the provider says/);
});

test('a server that remembers an ended session is found', { timeout: longestMs }, async () => {
  const of = { seed: 3639383406, rounds: 12, focus: 'sessions' } as const;
  const outcome = await playEpisode(inject('postgres'), { ...of, plant: 'never-forgets' });
  expect(outcome.violation).toMatch(/The ended session of \w+ is served at [AB] after more than a second/);
  const sound = await playEpisode(inject('postgres'), of);
  expect(sound.violation, replay(sound)).toBeNull();
});
