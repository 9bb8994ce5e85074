/** Five whole numbers, evenly apart, from 0 to one at or above the largest count. */
export function countTicks(largest: number): [number, number, number, number, number] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, largest / 4))));
  const step =
    [1, 2, 2.5, 5]
      .map((factor) => factor * power)
      .find((size) => Number.isInteger(size) && size * 4 >= largest) ?? 10 * power;
  return [0, step, 2 * step, 3 * step, 4 * step];
}
