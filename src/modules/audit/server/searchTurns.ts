import { Refusal } from '#platform/server/refusal.ts';

/** A search may read a whole log: at most so many hold a connection at the same time, and of one organisation one. */
const mostAtOnce = 2;
/** Searches of one organisation that wait; whoever types asks again before the last answer came. */
const mostWaiting = 4;

const running = new Set<string>();
const waiting: { orgId: string; begin: () => void }[] = [];

function beginNext() {
  for (let i = 0; i < waiting.length && running.size < mostAtOnce;) {
    const { orgId, begin } = waiting[i]!;
    if (running.has(orgId)) {
      i++;
      continue;
    }
    waiting.splice(i, 1);
    running.add(orgId);
    begin();
  }
}

/**
 * Does a search of an organisation's log when its turn has come. Refuses with `too-many-requests` where too many wait already,
 * unless it is `patient`: a download that has begun must come to its end.
 */
export async function inTurn<T>(orgId: string, search: () => Promise<T>, patient = false): Promise<T> {
  if (!patient && waiting.filter((one) => one.orgId === orgId).length >= mostWaiting)
    throw new Refusal('too-many-requests', { retryAfterSeconds: 2 });
  await new Promise<void>((begin) => {
    waiting.push({ orgId, begin });
    beginNext();
  });
  try {
    return await search();
  } finally {
    running.delete(orgId);
    beginNext();
  }
}
