import { networkOf } from '#platform/server/http/networks.ts';
import { countUse, noteLimitRefusal } from '#platform/server/http/rateLimit.ts';
import { hashName, type Caller, type Pool } from './pool.ts';
import { refusals } from './poolError.ts';

/** As with Cognito, the answer has the status of any other refusal. */
const refuse = () => {
  noteLimitRefusal('/user-pool');
  return refusals.tooManyRequests();
};

/** Groups of actions that are limited together, as Cognito does. */
export type ActionKind = 'authentication' | 'creation' | 'recovery' | 'read';
/** Requests a minute, for one network address and for one user name. */
export type RequestLimits = Record<ActionKind, { perAddress: number; perName: number }>;

// an office shares one address, so that one is wide; guessing is held back by lock-outs and attempts per code
export const defaultRequestLimits: RequestLimits = {
  authentication: { perAddress: 180, perName: 30 },
  creation: { perAddress: 90, perName: 10 },
  recovery: { perAddress: 60, perName: 10 },
  read: { perAddress: 600, perName: 600 },
};

/** Throws TooManyRequestsException when the address or the name asks too often. */
export async function limitRequest(
  pool: Pool,
  kind: ActionKind,
  caller: Caller,
  name: string | undefined,
): Promise<void> {
  if (!pool.limits) return;
  const { perAddress, perName } = pool.limits[kind];
  const now = pool.now();
  if (
    (await countUse(pool.db, `user-pool:${kind}:address:${networkOf(caller.ip)}`, perAddress, 60, now)) !==
    null
  )
    throw refuse();
  const counted = caller.deviceKey ?? (name === undefined ? undefined : hashName(pool, name));
  if (counted && (await countUse(pool.db, `user-pool:${kind}:name:${counted}`, perName, 60, now)) !== null)
    throw refuse();
}
