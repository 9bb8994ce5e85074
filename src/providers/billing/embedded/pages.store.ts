import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database.ts';
import { hashToken } from '#platform/server/secrets.ts';
import type { BillingBrand, BillingCustomer, CheckoutRequest } from '../port.ts';
import type { KeptCard } from './cards.ts';

type PageRow = Selectable<Tables['billing_sandbox_page']>;
export type Page = Omit<PageRow, 'customer' | 'brand' | 'pending_card' | 'state'> & {
  state: 'open' | 'succeeded' | 'cancelled';
  customer: BillingCustomer;
  brand: BillingBrand;
  pending_card: KeptCard | null;
};
type SessionRow = Selectable<Tables['billing_sandbox_portal_session']>;
export type PortalSession = Omit<SessionRow, 'brand' | 'pending_card'> & {
  brand: BillingBrand;
  pending_card: KeptCard | null;
};

export const insertPage = async (
  db: GlobalDb,
  id: string,
  request: CheckoutRequest,
  createdAt: Date,
  expiresAt: Date,
): Promise<Page> =>
  (await db
    .insertInto('billing_sandbox_page')
    .values({
      id_hash: hashToken(id),
      cf_organization_id: request.customer.orgId,
      customer: JSON.stringify(request.customer),
      price_id: request.priceId,
      plan_id: request.planId,
      coupon_codes: request.couponCodes,
      brand: JSON.stringify(request.brand),
      return_url: request.returnUrl,
      state: 'open',
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Page;

const pageOf = (db: GlobalDb, id: string) =>
  db.selectFrom('billing_sandbox_page').selectAll().where('id_hash', '=', hashToken(id));

export const readPage = async (db: GlobalDb, id: string): Promise<Page | null> =>
  ((await pageOf(db, id).executeTakeFirst()) as unknown as Page) ?? null;

/** The same, and nobody else changes it until the transaction ends. */
export const lockPage = async (db: GlobalDb, id: string): Promise<Page | null> =>
  ((await pageOf(db, id).forUpdate().executeTakeFirst()) as unknown as Page) ?? null;

type PageChange = Partial<Pick<Page, 'state' | 'coupon_codes' | 'subscription_id' | 'pending_card'>>;
export const changePage = async (
  db: GlobalDb,
  page: Page,
  { pending_card, ...change }: PageChange,
): Promise<void> => {
  const pending =
    pending_card === undefined ? {} : { pending_card: pending_card && JSON.stringify(pending_card) };
  await db
    .updateTable('billing_sandbox_page')
    .set({ ...change, ...pending })
    .where('id_hash', '=', page.id_hash)
    .execute();
};

export const insertPortalSession = async (
  db: GlobalDb,
  id: string,
  session: { subscriptionId: string; brand: BillingBrand; returnUrl: string },
  expiresAt: Date,
): Promise<void> => {
  await db
    .insertInto('billing_sandbox_portal_session')
    .values({
      id_hash: hashToken(id),
      subscription_id: session.subscriptionId,
      brand: JSON.stringify(session.brand),
      return_url: session.returnUrl,
      expires_at: expiresAt,
    })
    .execute();
};

/** Null for one that has ended. */
export const readPortalSession = async (db: GlobalDb, id: string, now: Date): Promise<PortalSession | null> =>
  ((await db
    .selectFrom('billing_sandbox_portal_session')
    .selectAll()
    .where('id_hash', '=', hashToken(id))
    .where('expires_at', '>', now)
    .executeTakeFirst()) as unknown as PortalSession) ?? null;

export const setPendingCard = async (
  db: GlobalDb,
  session: PortalSession,
  card: KeptCard | null,
): Promise<void> => {
  await db
    .updateTable('billing_sandbox_portal_session')
    .set({ pending_card: card && JSON.stringify(card) })
    .where('id_hash', '=', session.id_hash)
    .execute();
};

/** Removes pages and sessions some time after they ended: until then they say so. */
export async function sweepPages(db: GlobalDb, endedBefore: Date): Promise<void> {
  await db.deleteFrom('billing_sandbox_portal_session').where('expires_at', '<', endedBefore).execute();
  await db.deleteFrom('billing_sandbox_page').where('expires_at', '<', endedBefore).execute();
}
