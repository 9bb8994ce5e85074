import type { Kysely, Transaction } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';

type AnyDb = Kysely<Tables> | Transaction<Tables>;

export async function insertResetLink(
  db: AnyDb,
  link: { hash: string; cognitoId: string; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passwordResetLink')
    .values({
      linkHash: link.hash,
      cognitoId: link.cognitoId,
      email: link.email,
      createdAt: link.now,
      expiresAt: link.expiresAt,
    })
    .execute();
}

const openLink = (db: GlobalDb, hash: string, now: Date) =>
  db
    .selectFrom('passwordResetLink')
    .select('cognitoId')
    .where('linkHash', '=', hash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now);

export const isResetLinkOpen = async (db: GlobalDb, hash: string, now: Date): Promise<boolean> =>
  (await openLink(db, hash, now).executeTakeFirst()) !== undefined;

/** Takes a link out of use and says whose it was, and which address it was mailed to; of two that try at once, one gets it. */
export async function claimResetLink(
  db: GlobalDb,
  hash: string,
  now: Date,
): Promise<{ cognitoId: string; email: string } | null> {
  const row = await db
    .updateTable('passwordResetLink')
    .set({ usedAt: now })
    .where('linkHash', '=', hash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['cognitoId', 'email'])
    .executeTakeFirst();
  return row ?? null;
}

/** Gives a claimed link back because its password was not set. */
export async function releaseResetLink(db: GlobalDb, hash: string): Promise<void> {
  await db.updateTable('passwordResetLink').set({ usedAt: null }).where('linkHash', '=', hash).execute();
}

export async function deleteResetLinksOf(db: GlobalDb, cognitoId: string): Promise<void> {
  await db.deleteFrom('passwordResetLink').where('cognitoId', '=', cognitoId).execute();
}
