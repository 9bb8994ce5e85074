import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database.ts';

/** A page of the provider that has not ended, as far as the portal knows. */
export type CheckoutPage = {
  idHash: string;
  sealedId: string;
  openedBy: { id: string; email: string };
  openedAt: Date;
  expiresAt: Date;
};

type Row = {
  id_hash: string;
  sealed_id: string;
  opened_by: string;
  opened_by_email: string;
  opened_at: Date;
  expires_at: Date;
};
const columns = ['id_hash', 'sealed_id', 'opened_by', 'opened_by_email', 'opened_at', 'expires_at'] as const;

const fromRow = (row: Row): CheckoutPage => ({
  idHash: row.id_hash,
  sealedId: row.sealed_id,
  openedBy: { id: row.opened_by, email: row.opened_by_email },
  openedAt: row.opened_at,
  expiresAt: row.expires_at,
});

/** Keeps a page. A provider that answers a repeated request with the page of the first one changes nothing. */
export async function insertCheckoutPage(db: OrgDb, orgId: string, page: CheckoutPage): Promise<void> {
  await db
    .insertInto('checkout_page')
    .values({
      org_id: orgId,
      id_hash: page.idHash,
      sealed_id: page.sealedId,
      opened_by: page.openedBy.id,
      opened_by_email: page.openedBy.email,
      opened_at: page.openedAt,
      expires_at: page.expiresAt,
      asked_at: page.openedAt,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'id_hash']).doNothing())
    .execute();
}

/** The organisation's pages, newest first. */
export const selectCheckoutPages = async (db: OrgDb, atMost: number): Promise<CheckoutPage[]> =>
  (
    await db
      .selectFrom('checkout_page')
      .select(columns)
      .orderBy('opened_at', 'desc')
      .orderBy('id_hash')
      .limit(atMost)
      .execute()
  ).map(fromRow);

/** Takes a page in hand for asking; null where it is gone or somebody else did since. */
export async function claimCheckoutPage(
  db: OrgDb,
  idHash: string,
  askedBefore: Date,
  now: Date,
): Promise<CheckoutPage | null> {
  const row = await db
    .updateTable('checkout_page')
    .set({ asked_at: now })
    .where('id_hash', '=', idHash)
    .where('asked_at', '<=', askedBefore)
    .returning(columns)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

export const deleteCheckoutPage = async (db: OrgDb, idHash: string): Promise<void> => {
  await db.deleteFrom('checkout_page').where('id_hash', '=', idHash).execute();
};

/** Pages of any organisation that were not asked about since then, longest ago first. */
export async function selectSilentPages(
  db: GlobalDb,
  askedBefore: Date,
  atMost: number,
): Promise<{ orgId: string; idHash: string }[]> {
  const { rows } = await sql<{
    org_id: string;
    id_hash: string;
  }>`select org_id, id_hash from silent_checkout_pages(${askedBefore}, ${atMost})`.execute(db);
  return rows.map((row) => ({ orgId: row.org_id, idHash: row.id_hash }));
}
