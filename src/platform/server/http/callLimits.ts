import type { Endpoint } from '../../endpoint.ts';
import type { PublicCtx } from '../ctx.ts';
import { fairSemaphore } from '../jobs/fairSemaphore.ts';
import { networkOf } from './networks.ts';
import type { Pacer } from '../pacer.ts';
import { countUse } from './rateLimit.ts';
import { Refusal } from '../refusal.ts';

// An organization that sends more calls than this waits for its own instead of keeping others waiting. Files and uploads may
// take long and are counted separately. It is paced as well: calls that are refused at once take little time each, but all of it.
const shares = fairSemaphore({ slots: Infinity, slotsPerKey: 4, waitingPerKey: 100, retryAfterSeconds: 2 });

/** Does the work of a call in the share of its organization, when its turn has come. */
export function inShare<T>(
  { reply, upload }: Endpoint,
  { session }: PublicCtx,
  pace: Pacer,
  work: () => Promise<T>,
): Promise<T> {
  const orgId = session?.orgId;
  if (!orgId) return work();
  return shares.run(`${orgId} ${upload ? 'upload' : reply === 'file' ? 'file' : ''}`, async () => {
    await pace(orgId);
    return work();
  });
}

const mostRemembered = 10_000;

/**
 * Limits the rate of one call for each network. For a second after a refusal the network is refused from memory, so that a
 * flood costs the database nothing.
 */
export function rateOf(name: string, { rate }: Endpoint): (ctx: PublicCtx) => Promise<void> {
  const refused = new Map<string, { at: number; seconds: number }>();
  return async ({ client, global, now }) => {
    if (!rate) return;
    const key = `${name}:${networkOf(client.ip)}`;
    const at = now().getTime();
    const known = refused.get(key);
    const fresh = known !== undefined && at - known.at >= 0 && at - known.at < 1000;
    const wait = fresh ? known.seconds : await countUse(global, key, rate.max, rate.perSeconds, now());
    if (wait === null) return;
    if (refused.size >= mostRemembered) refused.clear();
    if (!fresh) refused.set(key, { at, seconds: wait });
    throw new Refusal('too-many-requests', { retryAfterSeconds: wait });
  };
}
