import { expect, test } from 'vitest';
import { inLine } from './line.ts';

test('so many at most are at work at once, in the order in which they came, also where one fails', async () => {
  let [now, highest] = [0, 0];
  const order: number[] = [];
  const work = (number: number) => async () => {
    highest = Math.max(highest, ++now);
    order.push(number);
    await new Promise((go) => setImmediate(go));
    now--;
    if (number === 2) throw new Error('broken');
    return number;
  };
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5, 6].map((number) => inLine('test', 2, work(number))),
  );
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect([highest, now, order]).toEqual([2, 0, [0, 1, 2, 3, 4, 5, 6]]);
  // other lines are others' business
  highest = 0;
  await Promise.all(
    ['a', 'b', 'c'].map((name, number) => inLine(name, 1, work(number))).map((one) => one.catch(() => {})),
  );
  expect(highest).toBe(3);
});
