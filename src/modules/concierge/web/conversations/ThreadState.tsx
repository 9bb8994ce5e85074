import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { ThreadState as State } from '../../entities.ts';

/** Whose turn it is in a conversation. */
export const ThreadState = ({ state }: { state: State }) =>
  state === 'waiting' ? (
    <StatusPill tone="warning">With the experts</StatusPill>
  ) : state === 'answered' ? (
    <StatusPill tone="accent">Answered</StatusPill>
  ) : (
    <StatusPill>Closed</StatusPill>
  );
