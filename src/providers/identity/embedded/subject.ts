import { createHmac } from 'node:crypto';
import { canonicalName, hashName, poolName, type Pool } from './pool.ts';
import { makeVerifier } from './signIn/srp.ts';
import { idShape, type User } from './users.store.ts';

const derived = (pool: Pool, purpose: 'imagined-id' | 'imagined-verifier', of: string): Buffer =>
  createHmac('sha256', pool.secrets.lasting(`user-pool-${purpose}`))
    .update(of)
    .digest();

/** The id that a name without an account seems to have: always the same one, and itself accepted as a name. */
function imaginedId(pool: Pool, given: string): string {
  const name = canonicalName(given);
  if (idShape.test(name)) return name;
  const bytes = derived(pool, 'imagined-id', name);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${'89ab'[bytes[8]! & 3]}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Whom a request is about, with or without an account, by address or by id: an id, and the key under which tries are counted. */
export function subjectOf(
  pool: Pool,
  given: string,
  user: User | undefined,
): { userId: string; nameHash: string } {
  const userId = user?.cognitoId ?? imaginedId(pool, given);
  return { userId, nameHash: hashName(pool, userId) };
}

/** A stable salt, and a verifier that no password fits. */
export function imaginedVerifier(pool: Pool, userId: string): { salt: string; verifier: string } {
  const bytes = derived(pool, 'imagined-verifier', userId);
  return makeVerifier(
    { poolName: poolName(pool), userId },
    bytes.subarray(16).toString('hex'),
    bytes.subarray(0, 16),
  );
}
