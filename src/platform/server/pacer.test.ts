import { expect, test } from 'vitest';
import { pacer } from './pacer.ts';

test('a burst goes at once, what is beyond it at the pace, and another key is not held back', async () => {
  let now = 5_000;
  let held = 0;
  const pace = pacer({
    perSecond: 10,
    burstSeconds: 1,
    elapsed: () => now,
    pause: async (milliseconds) => (held = milliseconds),
  });
  /** So many pieces of work that are asked for at once, each with the milliseconds it is held back. */
  const ask = async (key: string, count: number) => {
    const waits: number[] = [];
    for (let n = 0; n < count; n++) {
      held = 0;
      await pace(key);
      waits.push(held);
    }
    return waits;
  };
  const burst = Array.from({ length: 10 }, () => 0);
  expect(await ask('flooder', 13)).toEqual([...burst, 100, 200, 300]);
  expect(await ask('neighbor', 3)).toEqual([0, 0, 0]);
  now += 300;
  expect(await ask('flooder', 2)).toEqual([100, 200]);
  now += 60_000;
  expect(await ask('flooder', 11)).toEqual([...burst, 100]);
});
