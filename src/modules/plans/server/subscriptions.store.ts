import { sql, type Selectable } from 'kysely';
import type { GlobalDb, OrgDb, Tables } from '#platform/server/database.ts';
import type { Standing, StoredSubscription } from './standing.ts';

/** The organisation as far as plans need it. */
export type AccountRow = {
  companyName: string;
  channelId: string;
  planId: string;
  subscriptionStatus: string;
};

/** The organisation's row; `lock` holds it until the transaction ends, so that its subscriptions change one at a time. */
export async function selectAccount(db: OrgDb, orgId: string, lock = false): Promise<AccountRow | null> {
  const query = db
    .selectFrom('organization')
    .select(['company_name', 'channel_id', 'plan_id', 'subscription_status'])
    .where('org_id', '=', orgId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row
    ? {
        companyName: row.company_name,
        channelId: row.channel_id,
        planId: row.plan_id,
        subscriptionStatus: row.subscription_status,
      }
    : null;
}

export async function updateStanding(db: OrgDb, orgId: string, standing: Standing, now: Date): Promise<void> {
  await db
    .updateTable('organization')
    .set({
      ...(standing.planId === null ? {} : { plan_id: standing.planId }),
      subscription_status: standing.subscriptionStatus,
      subscription_date: standing.subscriptionDate,
      expiration_date: standing.expirationDate,
      updated_at: now,
    })
    .where('org_id', '=', orgId)
    .execute();
}

export type SubscriptionRow = StoredSubscription & { refusedChanges: number };

const fromRow = (row: Selectable<Tables['billing_subscription']>): SubscriptionRow => ({
  id: row.id,
  customerId: row.customer_id,
  priceId: row.price_id,
  planId: row.plan_id,
  status: row.status as StoredSubscription['status'],
  startedAt: row.started_at,
  termStart: row.term_start,
  termEnd: row.term_end,
  cancelledAt: row.cancelled_at,
  couponCodes: row.coupon_codes,
  version: Number(row.version),
  refusedChanges: row.refused_changes,
});

/** Every subscription that the organisation has or had, newest first. */
export const selectSubscriptions = async (db: OrgDb, orgId: string): Promise<SubscriptionRow[]> =>
  (
    await db
      .selectFrom('billing_subscription')
      .selectAll()
      .where('org_id', '=', orgId)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  ).map(fromRow);

/** @throws a duplicate of `billing_subscription_id` where another organisation has it */
export async function upsertSubscription(
  db: OrgDb,
  orgId: string,
  subscription: StoredSubscription,
  now: Date,
): Promise<void> {
  const told = {
    customer_id: subscription.customerId,
    price_id: subscription.priceId,
    plan_id: subscription.planId,
    status: subscription.status,
    started_at: subscription.startedAt,
    term_start: subscription.termStart,
    term_end: subscription.termEnd,
    cancelled_at: subscription.cancelledAt,
    coupon_codes: subscription.couponCodes,
    version: subscription.version,
    checked_at: now,
    updated_at: now,
  };
  await db
    .insertInto('billing_subscription')
    .values({ org_id: orgId, id: subscription.id, ...told, created_at: now })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(told))
    .execute();
}

/** True the first time that this is asked for; with `first`, only before anything else ever was. */
export async function claimRequest(
  db: OrgDb,
  orgId: string,
  id: string,
  request: string,
  first = false,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_subscription')
    .set({ last_request: request })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('last_request', first ? '=' : '!=', first ? '' : request)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A change was refused for good; counted once for all who asked for it at the same moment. */
export async function countRefusedChange(
  db: OrgDb,
  orgId: string,
  { id, refusedChanges }: SubscriptionRow,
): Promise<void> {
  await db
    .updateTable('billing_subscription')
    .set({ refused_changes: refusedChanges + 1 })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('refused_changes', '=', refusedChanges)
    .execute();
}

export async function markChecked(db: OrgDb, orgId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable('billing_subscription')
    .set({ checked_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

export type Reader = { cognitoId: string; email: string; firstName: string; lastName: string };

/** Whether the organization is closing its account. */
export const isClosing = async (db: OrgDb, orgId: string): Promise<boolean> =>
  (await db
    .selectFrom('organization_closing')
    .select('org_id')
    .where('org_id', '=', orgId)
    .where('kept_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** The organisation's administrators, who get its mails. */
export const selectAdmins = async (db: OrgDb, orgId: string): Promise<Reader[]> =>
  (
    await db
      .selectFrom('admin')
      .select(['cognito_id', 'email', 'first_name', 'last_name'])
      .where('org_id', '=', orgId)
      .orderBy('created_at')
      .execute()
  ).map((row) => ({
    cognitoId: row.cognito_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
  }));

/** False when this notice has taken effect already; one that is being taken at the same moment is waited for. */
export async function insertNotice(db: OrgDb, id: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('billing_notice')
    .values({ id, taken_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The organisation whose subscription it is, or null. */
export async function organizationOfSubscription(db: GlobalDb, id: string): Promise<string | null> {
  const { rows } = await sql<{
    org_id: string | null;
  }>`select organization_of_billing_subscription(${id}) as org_id`.execute(db);
  return rows[0]?.org_id ?? null;
}

/** Subscriptions whose term ended before, and that the provider was not asked about since. */
export async function selectSilent(
  db: GlobalDb,
  endedBefore: Date,
  askedBefore: Date,
  atMost: number,
): Promise<{ orgId: string; id: string }[]> {
  const { rows } = await sql<{
    org_id: string;
    id: string;
  }>`select org_id, id from silent_billing_subscriptions(${endedBefore}, ${askedBefore}, ${atMost})`.execute(
    db,
  );
  return rows.map((row) => ({ orgId: row.org_id, id: row.id }));
}
