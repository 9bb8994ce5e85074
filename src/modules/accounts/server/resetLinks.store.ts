import type { Kysely, Transaction } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database.ts';

type AnyDb = Kysely<Tables> | Transaction<Tables>;

export async function insertResetLink(
  db: AnyDb,
  link: { hash: string; cognitoId: string; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('password_reset_link')
    .values({
      link_hash: link.hash,
      cognito_id: link.cognitoId,
      email: link.email,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

const openLink = (db: GlobalDb, hash: string, now: Date) =>
  db
    .selectFrom('password_reset_link')
    .select('cognito_id')
    .where('link_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);

export const isResetLinkOpen = async (db: GlobalDb, hash: string, now: Date): Promise<boolean> =>
  (await openLink(db, hash, now).executeTakeFirst()) !== undefined;

/** Takes a link out of use and says whose it was, and which address it was mailed to; of two that try at once, one gets it. */
export async function claimResetLink(
  db: GlobalDb,
  hash: string,
  now: Date,
): Promise<{ cognitoId: string; email: string } | null> {
  const row = await db
    .updateTable('password_reset_link')
    .set({ used_at: now })
    .where('link_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['cognito_id', 'email'])
    .executeTakeFirst();
  return row ? { cognitoId: row.cognito_id, email: row.email } : null;
}

/** Gives a claimed link back because its password was not set. */
export async function releaseResetLink(db: GlobalDb, hash: string): Promise<void> {
  await db.updateTable('password_reset_link').set({ used_at: null }).where('link_hash', '=', hash).execute();
}

export async function deleteResetLinksOf(db: GlobalDb, cognitoId: string): Promise<void> {
  await db.deleteFrom('password_reset_link').where('cognito_id', '=', cognitoId).execute();
}
