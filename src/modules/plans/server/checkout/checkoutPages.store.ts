import { sql, type Selectable } from 'kysely';
import type { GlobalDb, OrgDb, Tables } from '#platform/server/database/database.ts';

/** A page of the provider that has not ended, as far as the portal knows. */
export type CheckoutPage = {
  idHash: string;
  sealedId: string;
  openedBy: { id: string; email: string };
  openedAt: Date;
  expiresAt: Date;
};

const columns = ['idHash', 'sealedId', 'openedBy', 'openedByEmail', 'openedAt', 'expiresAt'] as const;

const fromRow = ({
  openedBy,
  openedByEmail,
  ...row
}: Pick<Selectable<Tables['checkoutPage']>, (typeof columns)[number]>): CheckoutPage => ({
  ...row,
  openedBy: { id: openedBy, email: openedByEmail },
});

/** Keeps a page. A provider that answers a repeated request with the page of the first one changes nothing. */
export async function insertCheckoutPage(db: OrgDb, orgId: string, page: CheckoutPage): Promise<void> {
  await db
    .insertInto('checkoutPage')
    .values({
      orgId,
      idHash: page.idHash,
      sealedId: page.sealedId,
      openedBy: page.openedBy.id,
      openedByEmail: page.openedBy.email,
      openedAt: page.openedAt,
      expiresAt: page.expiresAt,
      askedAt: page.openedAt,
    })
    .onConflict((conflict) => conflict.columns(['orgId', 'idHash']).doNothing())
    .execute();
}

/** The organisation's pages, newest first. */
export const selectCheckoutPages = async (db: OrgDb, atMost: number): Promise<CheckoutPage[]> =>
  (
    await db
      .selectFrom('checkoutPage')
      .select(columns)
      .orderBy('openedAt', 'desc')
      .orderBy('idHash')
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
    .updateTable('checkoutPage')
    .set({ askedAt: now })
    .where('idHash', '=', idHash)
    .where('askedAt', '<=', askedBefore)
    .returning(columns)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

export const deleteCheckoutPage = async (db: OrgDb, idHash: string): Promise<void> => {
  await db.deleteFrom('checkoutPage').where('idHash', '=', idHash).execute();
};

/** Pages of any organisation that were not asked about since then, longest ago first. */
export async function selectSilentPages(
  db: GlobalDb,
  askedBefore: Date,
  atMost: number,
): Promise<{ orgId: string; idHash: string }[]> {
  const { rows } = await sql<{ orgId: string; idHash: string }>`
    select org_id, id_hash from silent_checkout_pages(${askedBefore}, ${atMost})`.execute(db);
  return rows;
}
