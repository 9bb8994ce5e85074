import type { ActionId } from './actionIds.ts';

/** What to do next, why, and about how long it takes. */
export type NextAction = {
  id: ActionId;
  title: string;
  why: string;
  minutes: number;
  /** What the minutes are for, where it is not the whole work. */
  minutesFor?: string;
  button: string;
  /** How much there is of it, where it can grow: what was put off comes back when there is more. */
  amount?: number;
  /** The company's goals that it serves, as people read them. */
  serves?: string;
};
/** The lower the rank, the more it helps. */
export type Ranked = NextAction & { rank: number };
/** False: nothing to do there. */
export type Proposed = Ranked | false;

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
