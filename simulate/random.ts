/** Numbers that follow from a seed alone. */
export type Random = {
  /** A whole number from 0 up to, and without, `below`. */
  whole: (below: number) => number;
  /** True in `percent` of a hundred cases. */
  chance: (percent: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** One of the things named, each as often as its weight says. */
  weighted: <T>(list: readonly (readonly [weight: number, thing: T])[]) => T;
  bytes: (count: number) => Buffer;
};

/** Mixes two numbers into a new seed, 0 to 2^32 - 1. */
export function mixSeeds(one: number, other: number): number {
  let mixed = (Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 0;
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The generator `mulberry32`: small, fast and the same on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    whole,
    chance: (percent) => next() * 100 < percent,
    pick: (list) => list[whole(list.length)]!,
    weighted: (list) => {
      let left = whole(list.reduce((sum, [weight]) => sum + weight, 0));
      return list.find(([weight]) => (left -= weight) < 0)![1];
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => whole(256))),
  };
}
