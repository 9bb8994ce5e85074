import { randomInt } from 'node:crypto';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { hashCode, isCodeOf } from '#platform/server/secrets/secrets.ts';
import { seconds, type Pool } from '../pool.ts';

export type CodePurpose = 'sign-up' | 'forgot-password';

const lifeSeconds: Record<CodePurpose, number> = { 'sign-up': 24 * 3600, 'forgot-password': 3600 };
/** Wrong tries that one code bears. */
const maxFailed = 5;
/** Codes sent to one address in an hour. */
const maxSent = 5;

const hashed = (pool: Pool, purpose: CodePurpose, nameHash: string, code: string) =>
  hashCode(pool.secrets.key('user-pool-code'), purpose, nameHash, code);

const lockCode = (tx: GlobalDb, nameHash: string, purpose: CodePurpose) =>
  tx
    .selectFrom('userPoolCode')
    .selectAll()
    .where('nameHash', '=', nameHash)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst();

const freshCode = (pool: Pool, purpose: CodePurpose, nameHash: string) => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = pool.now();
  return {
    code,
    row: {
      codeHash: hashed(pool, purpose, nameHash, code),
      failed: 0,
      usedAt: null,
      expiresAt: seconds(now, lifeSeconds[purpose]),
      windowEndsAt: seconds(now, 3600),
    },
  };
};

/** The first code of a new account. */
export async function putFirstCode(
  tx: GlobalDb,
  pool: Pool,
  nameHash: string,
  cognitoId: string,
): Promise<string> {
  const { code, row } = freshCode(pool, 'sign-up', nameHash);
  await tx
    .insertInto('userPoolCode')
    .values({ nameHash, purpose: 'sign-up', ...row, cognitoId, sent: 1 })
    .execute();
  return code;
}

/**
 * A new code, which ends the one before. Without an account it leaves the same trace; with `keep` it only counts as sent and the old one stays.
 * @returns null when too many were sent to this address within the hour
 */
export async function putNextCode(
  tx: GlobalDb,
  pool: Pool,
  purpose: CodePurpose,
  nameHash: string,
  cognitoId: string | null,
  keep: boolean,
): Promise<string | null> {
  const { code, row } = freshCode(pool, purpose, nameHash);
  const first = await tx
    .insertInto('userPoolCode')
    .values({ nameHash, purpose, ...row, cognitoId, sent: 1 })
    .onConflict((c) => c.doNothing())
    .returning('sent')
    .executeTakeFirst();
  if (first) return code;
  const before = (await lockCode(tx, nameHash, purpose))!;
  const sameWindow = before.windowEndsAt > pool.now();
  if (sameWindow && before.sent >= maxSent) return null;
  const count = {
    sent: sameWindow ? before.sent + 1 : 1,
    windowEndsAt: sameWindow ? before.windowEndsAt : row.windowEndsAt,
  };
  await tx
    .updateTable('userPoolCode')
    .set(keep ? { ...count, failed: 0 } : { ...row, ...count, cognitoId })
    .where('nameHash', '=', nameHash)
    .where('purpose', '=', purpose)
    .execute();
  return code;
}

/** `used` and `expired` are told only to whoever holds the right code; anything else is a mismatch, as for a name without an account. */
export type CodeCheck =
  | { outcome: 'right'; cognitoId: string }
  | { outcome: 'mismatch' | 'expired' | 'used' | 'limit' };

/** Judges a code and uses it up, or counts the failure. The caller commits either way. */
export async function takeCode(
  tx: GlobalDb,
  pool: Pool,
  purpose: CodePurpose,
  nameHash: string,
  code: string,
): Promise<CodeCheck> {
  let row = await lockCode(tx, nameHash, purpose);
  if (!row) {
    // a code that nobody was sent, so that tries under any name are counted alike
    await putNextCode(tx, pool, purpose, nameHash, null, false);
    row = (await lockCode(tx, nameHash, purpose))!;
  }
  const set = (values: { failed: number } | { usedAt: Date }) =>
    tx
      .updateTable('userPoolCode')
      .set(values)
      .where('nameHash', '=', nameHash)
      .where('purpose', '=', purpose)
      .execute();
  if (row.failed >= maxFailed) return { outcome: 'limit' };
  const same = isCodeOf(pool.secrets.keys('user-pool-code'), row.codeHash, purpose, nameHash, code);
  if (!same || row.cognitoId === null) {
    await set({ failed: row.failed + 1 });
    return { outcome: 'mismatch' };
  }
  if (row.usedAt) return { outcome: 'used' };
  if (row.expiresAt <= pool.now()) return { outcome: 'expired' };
  await set({ usedAt: pool.now() });
  return { outcome: 'right', cognitoId: row.cognitoId };
}

/** Ends the reset code of a person whose password was set in another way; to whoever holds it, it was used. */
export async function endCode(tx: GlobalDb, cognitoId: string, now: Date): Promise<void> {
  await tx
    .updateTable('userPoolCode')
    .set({ usedAt: now })
    .where('cognitoId', '=', cognitoId)
    .where('purpose', '=', 'forgot-password')
    .where('usedAt', 'is', null)
    .execute();
}
