import { sql, type Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database.ts';
import type { BillingCustomer } from '../port.ts';
import type { RunningCoupon } from './arithmetic.ts';
import type { KeptCard } from './cards.ts';

type Row = Selectable<Tables['billing_sandbox_subscription']>;
export type Customer = Selectable<Tables['billing_sandbox_customer']>;
export type Subscription = Omit<Row, 'coupons' | 'card' | 'status'> & {
  status: 'active' | 'past-due' | 'cancelled';
  coupons: RunningCoupon[];
  card: KeptCard | null;
  customer: Customer;
  /** What is invoiced and not paid. */
  unpaidCents: number;
};

const newId = (kind: string) => `${kind}_${crypto.randomUUID().replaceAll('-', '')}`;

/**
 * The customer of an organisation, with their details as they are now. It stays locked to the end of the transaction, so
 * that one organisation buys one thing at a time.
 */
export const takeCustomer = (db: GlobalDb, customer: BillingCustomer, now: Date): Promise<Customer> => {
  const details = {
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    company: customer.company,
  };
  return db
    .insertInto('billing_sandbox_customer')
    .values({ id: newId('cus'), cf_organization_id: customer.orgId, created_at: now, ...details })
    .onConflict((c) => c.column('cf_organization_id').doUpdateSet(details))
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const hasLivingSubscription = async (db: GlobalDb, customerId: string): Promise<boolean> =>
  (await db
    .selectFrom('billing_sandbox_subscription')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '<>', sql.lit('cancelled'))
    .executeTakeFirst()) !== undefined;

async function whole(db: GlobalDb, row: Row | undefined): Promise<Subscription | null> {
  if (!row) return null;
  const customer = await db
    .selectFrom('billing_sandbox_customer')
    .selectAll()
    .where('id', '=', row.customer_id)
    .executeTakeFirstOrThrow();
  const unpaid = await db
    .selectFrom('billing_sandbox_invoice')
    .select(sql<number>`coalesce(sum(total_cents - paid_cents), 0)::int`.as('cents'))
    .where('subscription_id', '=', row.id)
    .where('status', '=', sql.lit('due'))
    .executeTakeFirstOrThrow();
  return { ...row, customer, unpaidCents: unpaid.cents } as unknown as Subscription;
}

export const readSubscription = async (db: GlobalDb, id: string): Promise<Subscription | null> =>
  whole(
    db,
    await db.selectFrom('billing_sandbox_subscription').selectAll().where('id', '=', id).executeTakeFirst(),
  );

/** The same, and nobody else changes it until the transaction ends. */
export const lockSubscription = async (db: GlobalDb, id: string): Promise<Subscription | null> =>
  whole(
    db,
    await db
      .selectFrom('billing_sandbox_subscription')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  );

/** A subscription that is due, unless another program is at it. */
export const takeDue = async (db: GlobalDb, id: string, now: Date): Promise<Subscription | null> =>
  whole(
    db,
    await db
      .selectFrom('billing_sandbox_subscription')
      .selectAll()
      .where('id', '=', id)
      .where('due_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  );

export const dueIds = async (db: GlobalDb, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('billing_sandbox_subscription')
      .select('id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(500)
      .execute()
  ).map(({ id }) => id);

export type NewSubscription = Pick<
  Subscription,
  | 'price_id'
  | 'price_name'
  | 'price_cents'
  | 'started_at'
  | 'term_start'
  | 'term_end'
  | 'span_cents'
  | 'coupons'
  | 'card'
  | 'customer'
>;

export async function insertSubscription(
  db: GlobalDb,
  { customer, coupons, card, ...rest }: NewSubscription,
): Promise<Subscription> {
  const row = await db
    .insertInto('billing_sandbox_subscription')
    .values({
      ...rest,
      id: newId('sub'),
      customer_id: customer.id,
      status: 'active',
      span_start: rest.term_start,
      due_at: rest.term_end,
      coupons: JSON.stringify(coupons),
      card: JSON.stringify(card),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, customer, unpaidCents: 0 } as unknown as Subscription;
}

/** Writes a changed subscription; its version grows. @returns it as it is then */
export async function saveSubscription(db: GlobalDb, subscription: Subscription): Promise<Subscription> {
  const { id, customer: _customer, unpaidCents: _unpaid, coupons, card, version, ...rest } = subscription;
  const row = await db
    .updateTable('billing_sandbox_subscription')
    .set({
      ...rest,
      version: version + 1,
      coupons: JSON.stringify(coupons),
      card: card && JSON.stringify(card),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return (await whole(db, row))!;
}

/** @returns the price that a request for a change was about, where it was made before */
export const findChange = async (
  db: GlobalDb,
  subscriptionId: string,
  requestId: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('billing_sandbox_change')
      .select('price_id')
      .where('subscription_id', '=', subscriptionId)
      .where('request_id', '=', requestId)
      .executeTakeFirst()
  )?.price_id ?? null;

export const insertChange = async (
  db: GlobalDb,
  subscriptionId: string,
  requestId: string,
  priceId: string,
): Promise<void> => {
  await db
    .insertInto('billing_sandbox_change')
    .values({ subscription_id: subscriptionId, request_id: requestId, price_id: priceId })
    .execute();
};
