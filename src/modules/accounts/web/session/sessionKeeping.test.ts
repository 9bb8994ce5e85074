import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionState } from '../../contract.ts';
import { keepSession } from './sessionKeeping.ts';

const state = (expires: number, authenticated = true) =>
  ({ authenticated, expires, username: 'ada@example.com' }) as SessionState;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose session ends at a moment, watched. */
function watched(expires: number, timeoutSeconds: number) {
  const server = { endsAt: Date.now() + expires * 1000, away: false };
  const left = () => Math.floor((server.endsAt - Date.now()) / 1000);
  const seen = { warnings: [] as boolean[], checks: 0, touches: 0, trouble: 0, ended: 0, endsAt: 0 };
  const keeping = keepSession(state(expires), {
    timeoutSeconds,
    check: async (touch) => {
      if (touch) seen.touches += 1;
      else seen.checks += 1;
      if (server.away) throw new Error('away');
      if (touch && left() > 0) server.endsAt = Date.now() + timeoutSeconds * 1000;
      return state(Math.max(0, left()), left() > 0);
    },
    onState: (_state, { warn, endsAt }) => {
      seen.warnings.push(warn);
      seen.endsAt = endsAt;
    },
    onTrouble: () => (seen.trouble += 1),
    onEnded: () => (seen.ended += 1),
  });
  return { server, seen, keeping };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('an idle session warns 297 s before its end and signs out just after it', async () => {
  const { seen } = watched(1800, 1800);
  await pass(1502);
  expect(seen).toMatchObject({ checks: 0, warnings: [false] });
  await pass(1);
  expect(seen).toMatchObject({ checks: 1, warnings: [false, true] });
  await pass(297);
  expect(seen).toMatchObject({ checks: 1, ended: 0 });
  await pass(1);
  expect(seen).toMatchObject({ checks: 2, ended: 1 });
  await pass(10_000);
  expect(seen).toMatchObject({ checks: 2, ended: 1 });
});

test('activity elsewhere is noticed at the re-check and nothing is warned', async () => {
  const { seen, server } = watched(1800, 1800);
  await pass(1000);
  server.endsAt = Date.now() + 1_800_000;
  await pass(503);
  expect(seen.warnings).toEqual([false, false]);
});

test('Continue Working lengthens the session and takes the warning away', async () => {
  const { seen, keeping } = watched(250, 1800);
  expect(seen.warnings).toEqual([true]);
  expect(await keeping.touch()).toBe(true);
  expect(seen).toMatchObject({ touches: 1, warnings: [true, false] });
  await pass(1502);
  expect(seen.checks).toBe(0);
});

test('an error is tried again after 30 s', async () => {
  const { seen, server } = watched(1800, 1800);
  server.away = true;
  await pass(1503);
  expect(seen).toMatchObject({ checks: 1, trouble: 1 });
  await pass(29);
  expect(seen.checks).toBe(1);
  server.away = false;
  await pass(1);
  expect(seen).toMatchObject({ checks: 2, warnings: [false, true], ended: 0 });
});

test('Continue Working that does not reach the server says so', async () => {
  const { seen, server, keeping } = watched(200, 1800);
  server.away = true;
  expect(await keeping.touch()).toBe(false);
  expect(seen.trouble).toBe(1);
});

test('without a configured timeout it asks each second and warns never', async () => {
  const { seen, server } = watched(40_000, 0);
  await pass(5);
  expect(seen.checks).toBe(5);
  expect(seen.warnings).not.toContain(true);
  server.endsAt = Date.now();
  await pass(1);
  expect(seen.ended).toBe(1);
});

test('what another tab heard takes the warning away without a call', async () => {
  const { seen, keeping, server } = watched(100, 1800);
  server.endsAt = Date.now() + 1_800_000;
  keeping.hear(state(1800));
  expect(seen).toMatchObject({ warnings: [true, false], checks: 0 });
  await pass(101);
  expect(seen).toMatchObject({ checks: 0, ended: 0 });
});

test('an answer from before another tab spoke is old news', async () => {
  let answer: (state: SessionState) => void = () => {};
  const warnings: boolean[] = [];
  const keeping = keepSession(state(250), {
    timeoutSeconds: 1800,
    check: () => new Promise((resolve) => (answer = resolve)),
    onState: (_state, { warn }) => warnings.push(warn),
    onTrouble: () => {},
    onEnded: () => {},
  });
  await pass(251);
  keeping.hear(state(1800));
  answer(state(0, false));
  await pass(0);
  expect(warnings).toEqual([true, false]);
});

test('a computer that slept asks as soon as it is looked at', async () => {
  const { seen, keeping } = watched(1800, 1800);
  keeping.wake();
  expect(seen.checks).toBe(0);
  // sleep: the clock goes on, timers do not
  vi.setSystemTime(Date.now() + 3_600_000);
  keeping.wake();
  await pass(0);
  expect(seen).toMatchObject({ checks: 1, ended: 1 });
});

test('after stop nothing is asked and nothing is told', async () => {
  const { seen, keeping } = watched(10, 1800);
  keeping.stop();
  await pass(10_000);
  expect(seen).toMatchObject({ checks: 0, ended: 0 });
});

test('a session at its longest time says that it cannot be lengthened', async () => {
  const seen: boolean[] = [];
  const keeping = keepSession(state(250), {
    timeoutSeconds: 1800,
    check: async () => state(240),
    onState: (_state, { warn, longest }) => seen.push(warn && longest),
    onTrouble: () => {},
    onEnded: () => {},
  });
  await keeping.touch();
  expect(seen).toEqual([false, true]);
});
