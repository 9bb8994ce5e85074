import type { Entry } from '../contract.ts';

type Who = Entry['who'];

/** The member of staff by name, or by address once the member has left. */
export const staffText = ({ staff, staffName }: Who): string => `Staff member ${staffName || staff}`;

/** Who did it, as one line. What staff do at their desk is done on behalf of nobody. */
export const whoText = (who: Who): string =>
  who.kind !== 'staff'
    ? who.name
    : who.name === ''
      ? staffText(who)
      : `${staffText(who)} on behalf of ${who.name}`;
