/** The time of an episode. Its servers read it by clocks of their own, which go wrong by up to some seconds. */
export type Clock = {
  /** Milliseconds, as they really pass in the simulated world. */
  ms: () => number;
  now: () => Date;
  pass: (ms: number) => void;
  /** What a server sees whose clock is ahead by so much; behind for a negative number. */
  skewed: (ms: number) => () => Date;
};

export function openClock(start: string): Clock {
  let at = Date.parse(start);
  return {
    ms: () => at,
    now: () => new Date(at),
    pass: (ms) => {
      at += ms;
    },
    skewed: (ms) => () => new Date(at + ms),
  };
}
