const hourMs = 3_600_000;

/** Further notices of a kind wait so long after a mail about it. */
export const windowEnd = (at: Date): Date => new Date(at.getTime() + hourMs);

/** More of one day than anyone reads; what is beyond it waits for the next window with room. */
export const mostADay = 25;
