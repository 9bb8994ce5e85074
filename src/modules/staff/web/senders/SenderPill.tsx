import { StatusPill } from '#ui/badge/StatusPill.tsx';

type State = { stopped: boolean; decidedBy: string | null; reports: number };

/** Whether an organization may have email sent to others, in a word or two. */
export function SenderPill({ stopped, decidedBy, reports }: State) {
  if (stopped)
    return <StatusPill tone="danger">{decidedBy === null ? 'Stopped by reports' : 'Stopped'}</StatusPill>;
  if (decidedBy !== null) return <StatusPill tone="success">Allowed</StatusPill>;
  return reports > 0 ? <StatusPill tone="warning">Reported</StatusPill> : <StatusPill>Sending</StatusPill>;
}
