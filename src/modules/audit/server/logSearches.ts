import { fairSemaphore } from '#platform/server/jobs/fairSemaphore.ts';

/** A text search may read a whole log, so searches hold two connections at most, one for each organization. */
export const logSearches = fairSemaphore({
  slots: 2,
  slotsPerKey: 1,
  waitingPerKey: 4,
  retryAfterSeconds: 2,
});
