import { shownTime } from '#platform/dates.ts';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { Standing } from '../../catalogSchemas.ts';

/** How an entry stands to the file of the configuration, in a word or two. */
export function StandingPill({ standing }: { standing: Standing }) {
  if (standing.problem) return <StatusPill tone="danger">Edit not in use</StatusPill>;
  if (standing.isOwn) return <StatusPill tone="accent">Made here</StatusPill>;
  if (standing.isEdited) return <StatusPill tone="accent">Edited here</StatusPill>;
  return <StatusPill>As in the file</StatusPill>;
}

/** Who edited it last, or nothing. */
export const lastEdit = ({ edited }: Standing): string =>
  edited ? `Last saved by ${edited.by}, ${shownTime(edited.at)}.` : '';
