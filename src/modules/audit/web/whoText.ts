import type { Entry } from '../contract.ts';

/** Who did it, as one line. */
export const whoText = ({ kind, name, staff }: Entry['who']): string =>
  kind === 'staff' ? `Staff member ${staff} on behalf of ${name}` : name;
