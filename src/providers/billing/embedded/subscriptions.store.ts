import { sql, type Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';
import type { BillingCustomer } from '../port.ts';
import type { RunningCoupon } from './arithmetic.ts';
import type { KeptCard } from './cards.ts';

type Row = Selectable<Tables['billingSandboxSubscription']>;
export type Customer = Selectable<Tables['billingSandboxCustomer']>;
/** A customer as a request names them, by an id of the caller's. */
export type GivenCustomer = BillingCustomer & { id: string };
export type Subscription = Omit<Row, 'coupons' | 'card' | 'status' | 'metaData'> & {
  status: 'active' | 'past-due' | 'cancelled';
  coupons: RunningCoupon[];
  card: KeptCard | null;
  metaData: object | null;
  customer: Customer;
  /** What is invoiced and not paid. */
  due: { count: number; cents: number; since: Date | null };
};

export const newId = (kind: string) => `${kind}_${crypto.randomUUID().replaceAll('-', '')}`;

const detailsOf = ({ email, firstName, lastName, company }: BillingCustomer) => ({
  email,
  firstName,
  lastName,
  company,
});

export const findCustomer = async (db: GlobalDb, id: string): Promise<Customer | null> =>
  (await db.selectFrom('billingSandboxCustomer').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** Null where the id or the organization has a customer. */
export const insertCustomer = async (
  db: GlobalDb,
  customer: GivenCustomer,
  now: Date,
): Promise<Customer | null> =>
  (await db
    .insertInto('billingSandboxCustomer')
    .values({
      id: customer.id,
      cfOrganizationId: customer.orgId,
      createdAt: now,
      ...detailsOf(customer),
    })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()) ?? null;

/**
 * The customer of an organization, with their details as they are now. It stays locked to the end of the transaction, so
 * that one organization buys one thing at a time.
 */
export async function takeCustomer(db: GlobalDb, customer: GivenCustomer, now: Date): Promise<Customer> {
  await insertCustomer(db, customer, now);
  return db
    .updateTable('billingSandboxCustomer')
    .set(detailsOf(customer))
    .where((e) => e.or([e('id', '=', customer.id), e('cfOrganizationId', '=', customer.orgId)]))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The living subscription of a customer, else the newest one. */
export const subscriptionOfCustomer = async (db: GlobalDb, customerId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('billingSandboxSubscription')
      .select('id')
      .where('customerId', '=', customerId)
      .orderBy(sql`status = 'cancelled'`)
      .orderBy('startedAt', 'desc')
      .executeTakeFirst()
  )?.id ?? null;

export const hasLivingSubscription = async (db: GlobalDb, customerId: string): Promise<boolean> =>
  (await db
    .selectFrom('billingSandboxSubscription')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '<>', sql.lit('cancelled'))
    .executeTakeFirst()) !== undefined;

async function whole(db: GlobalDb, row: Row | undefined): Promise<Subscription | null> {
  if (!row) return null;
  const customer = await findCustomer(db, row.customerId);
  const due = await db
    .selectFrom('billingSandboxInvoice')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(total_cents - paid_cents), 0)::int`.as('cents'),
      sql<Date | null>`min(date)`.as('since'),
    ])
    .where('subscriptionId', '=', row.id)
    .where('status', '=', sql.lit('due'))
    .executeTakeFirstOrThrow();
  return { ...row, customer, due } as unknown as Subscription;
}

export const readSubscription = async (db: GlobalDb, id: string): Promise<Subscription | null> =>
  whole(
    db,
    await db.selectFrom('billingSandboxSubscription').selectAll().where('id', '=', id).executeTakeFirst(),
  );

/** The same, and nobody else changes it until the transaction ends. */
export const lockSubscription = async (db: GlobalDb, id: string): Promise<Subscription | null> =>
  whole(
    db,
    await db
      .selectFrom('billingSandboxSubscription')
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
      .selectFrom('billingSandboxSubscription')
      .selectAll()
      .where('id', '=', id)
      .where('dueAt', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  );

export const dueIds = async (db: GlobalDb, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('billingSandboxSubscription')
      .select('id')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .orderBy('id')
      .limit(500)
      .execute()
  ).map(({ id }) => id);

export type NewSubscription = Pick<
  Subscription,
  | 'priceId'
  | 'priceName'
  | 'priceCents'
  | 'startedAt'
  | 'termStart'
  | 'termEnd'
  | 'spanCents'
  | 'coupons'
  | 'card'
  | 'customer'
>;

export async function insertSubscription(
  db: GlobalDb,
  { customer, coupons, card, ...rest }: NewSubscription,
): Promise<Subscription> {
  const row = await db
    .insertInto('billingSandboxSubscription')
    .values({
      ...rest,
      id: newId('sub'),
      customerId: customer.id,
      status: 'active',
      spanStart: rest.termStart,
      dueAt: rest.termEnd,
      coupons: JSON.stringify(coupons),
      card: JSON.stringify(card),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, customer, due: { count: 0, cents: 0, since: null } } as unknown as Subscription;
}

/** Writes a changed subscription; its version grows. @returns it as it is then */
export async function saveSubscription(db: GlobalDb, subscription: Subscription): Promise<Subscription> {
  const { id, customer: _customer, due: _due, coupons, card, metaData, version, ...rest } = subscription;
  const row = await db
    .updateTable('billingSandboxSubscription')
    .set({
      ...rest,
      version: version + 1,
      coupons: JSON.stringify(coupons),
      card: card && JSON.stringify(card),
      metaData: metaData && JSON.stringify(metaData),
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
      .selectFrom('billingSandboxChange')
      .select('priceId')
      .where('subscriptionId', '=', subscriptionId)
      .where('requestId', '=', requestId)
      .executeTakeFirst()
  )?.priceId ?? null;

export const insertChange = async (
  db: GlobalDb,
  subscriptionId: string,
  requestId: string,
  priceId: string,
): Promise<void> => {
  await db.insertInto('billingSandboxChange').values({ subscriptionId, requestId, priceId }).execute();
};
