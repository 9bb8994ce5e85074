import type { Random } from './random.ts';
import type { Fault } from './flights.ts';

/** What goes wrong in the next piece of work: nothing, most of the time. */
export function drawFault(random: Random): Fault {
  const kind = random.weighted([
    [70, 'none'],
    [10, 'killed'],
    [6, 'broken'],
    [8, 'answer-lost'],
    [6, 'stalled'],
  ] as const);
  if (kind === 'none') return { kind };
  if (kind === 'answer-lost') return { kind, at: 1 + random.whole(3) };
  const at = 1 + random.whole(14);
  return kind === 'stalled' ? { kind, at, rounds: 1 + random.whole(6) } : { kind, at };
}

export const describeFault = (fault: Fault): string =>
  fault.kind === 'none'
    ? ''
    : ` [${fault.kind} at ${fault.at}${fault.kind === 'stalled' ? ` for ${fault.rounds} rounds` : ''}]`;
