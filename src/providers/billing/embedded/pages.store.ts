import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';
import { hashToken } from '#platform/server/secrets/secrets.ts';
import type { BillingBrand } from '../port.ts';
import type { KeptCard } from './cards.ts';
import type { GivenCustomer } from './subscriptions.store.ts';

type PageRow = Selectable<Tables['billingSandboxPage']>;
export type Page = Omit<PageRow, 'customer' | 'brand' | 'pendingCard' | 'state'> & {
  state: 'open' | 'succeeded' | 'acknowledged' | 'cancelled';
  customer: GivenCustomer;
  brand: BillingBrand;
  pendingCard: KeptCard | null;
};
type SessionRow = Selectable<Tables['billingSandboxPortalSession']>;
export type PortalSession = Omit<SessionRow, 'brand' | 'pendingCard'> & {
  brand: BillingBrand;
  pendingCard: KeptCard | null;
};

export type NewPage = Omit<Page, 'idHash' | 'state' | 'subscriptionId' | 'pendingCard'>;

export const insertPage = async (db: GlobalDb, id: string, page: NewPage): Promise<Page> =>
  (await db
    .insertInto('billingSandboxPage')
    .values({
      ...page,
      idHash: hashToken(id),
      customer: JSON.stringify(page.customer),
      brand: JSON.stringify(page.brand),
      state: 'open',
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Page;

const pageOf = (db: GlobalDb, id: string) =>
  db.selectFrom('billingSandboxPage').selectAll().where('idHash', '=', hashToken(id));

export const readPage = async (db: GlobalDb, id: string): Promise<Page | null> =>
  ((await pageOf(db, id).executeTakeFirst()) as unknown as Page) ?? null;

/** The same, and nobody else changes it until the transaction ends. */
export const lockPage = async (db: GlobalDb, id: string): Promise<Page | null> =>
  ((await pageOf(db, id).forUpdate().executeTakeFirst()) as unknown as Page) ?? null;

type PageChange = Partial<Pick<Page, 'state' | 'couponCodes' | 'subscriptionId' | 'pendingCard'>>;
export const changePage = async (
  db: GlobalDb,
  page: Page,
  { pendingCard, ...change }: PageChange,
): Promise<void> => {
  const pending =
    pendingCard === undefined ? {} : { pendingCard: pendingCard && JSON.stringify(pendingCard) };
  await db
    .updateTable('billingSandboxPage')
    .set({ ...change, ...pending })
    .where('idHash', '=', page.idHash)
    .execute();
};

export const insertPortalSession = async (
  db: GlobalDb,
  id: string,
  session: { subscriptionId: string; brand: BillingBrand; returnUrl: string },
  expiresAt: Date,
): Promise<void> => {
  await db
    .insertInto('billingSandboxPortalSession')
    .values({
      idHash: hashToken(id),
      subscriptionId: session.subscriptionId,
      brand: JSON.stringify(session.brand),
      returnUrl: session.returnUrl,
      expiresAt,
    })
    .execute();
};

/** Null for one that has ended. */
export const readPortalSession = async (db: GlobalDb, id: string, now: Date): Promise<PortalSession | null> =>
  ((await db
    .selectFrom('billingSandboxPortalSession')
    .selectAll()
    .where('idHash', '=', hashToken(id))
    .where('expiresAt', '>', now)
    .executeTakeFirst()) as unknown as PortalSession) ?? null;

export const setPendingCard = async (
  db: GlobalDb,
  session: PortalSession,
  card: KeptCard | null,
): Promise<void> => {
  await db
    .updateTable('billingSandboxPortalSession')
    .set({ pendingCard: card && JSON.stringify(card) })
    .where('idHash', '=', session.idHash)
    .execute();
};

/** Removes pages and sessions some time after they ended: until then they say so. */
export async function sweepPages(db: GlobalDb, endedBefore: Date): Promise<void> {
  await db.deleteFrom('billingSandboxPortalSession').where('expiresAt', '<', endedBefore).execute();
  await db.deleteFrom('billingSandboxPage').where('expiresAt', '<', endedBefore).execute();
}
