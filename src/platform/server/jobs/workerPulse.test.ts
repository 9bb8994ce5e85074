import { expect, test } from 'vitest';
import { pulseOf, type Loop } from './workerPulse.ts';

const now = 1_000_000_000;
const ago = (seconds: number) => now - seconds * 1000;
const fresh: Loop = {
  createdOn: ago(3600),
  lastFetchedOn: ago(1),
  lastJobStartedOn: null,
  lastJobEndedOn: null,
  lastErrorOn: null,
};
const looks = { endedAt: ago(1), answeredAt: ago(1) };

test.each<[string, Partial<Loop>, 'busy' | 'waiting' | 'stuck']>([
  ['asked for a job a moment ago', {}, 'waiting'],
  ['works on a job for an hour', { lastFetchedOn: ago(3600), lastJobStartedOn: ago(3600) }, 'busy'],
  [
    'ended a job and has not asked since',
    { lastFetchedOn: ago(900), lastJobStartedOn: ago(900), lastJobEndedOn: ago(120) },
    'stuck',
  ],
  [
    'failed to end its job because the database was away',
    { lastFetchedOn: ago(900), lastJobStartedOn: ago(900), lastErrorOn: ago(20) },
    'waiting',
  ],
  ['has asked for two minutes without an answer', { lastFetchedOn: ago(120) }, 'stuck'],
  ['is refused by the database each time', { lastFetchedOn: ago(900), lastErrorOn: ago(5) }, 'waiting'],
  ['was made just now', { createdOn: ago(2), lastFetchedOn: null }, 'waiting'],
])('a loop that %s', (_what, loop, state) => {
  expect(pulseOf([fresh, { ...fresh, ...loop }], looks, now).loops[state]).toBe(state === 'waiting' ? 2 : 1);
});

test('one stuck loop makes the whole worker unhealthy', () => {
  expect(pulseOf([fresh, fresh], looks, now)).toMatchObject({ turns: true, works: true });
  expect(pulseOf([fresh, { ...fresh, lastFetchedOn: ago(120) }], looks, now)).toMatchObject({
    turns: false,
    works: true,
  });
});

test('a database that is away makes a worker unready and leaves it healthy, so that it is not restarted in vain', () => {
  expect(pulseOf([fresh], { endedAt: ago(1), answeredAt: ago(40) }, now)).toEqual({
    turns: true,
    works: false,
    loops: { busy: 0, waiting: 1, stuck: 0 },
    silentSeconds: 40,
  });
});

test('a query of the queue that never ends makes a worker unhealthy', () => {
  expect(pulseOf([fresh], { endedAt: ago(90), answeredAt: ago(90) }, now)).toMatchObject({
    turns: false,
    works: false,
  });
});
