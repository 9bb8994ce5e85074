import type { StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type { FindingWire } from '../../issueEntities.ts';

/** What the state of an issue is called. */
export const issueStates: Record<
  FindingWire['state'],
  { word: string; tone: NonNullable<StatusPillProps['tone']> }
> = {
  new: { word: 'New', tone: 'accent' },
  open: { word: 'Open', tone: 'neutral' },
  reopened: { word: 'Reopened', tone: 'warning' },
  fixed: { word: 'Fixed', tone: 'success' },
  accepted: { word: 'Accepted', tone: 'neutral' },
  'false-positive': { word: 'False alarm', tone: 'neutral' },
};
