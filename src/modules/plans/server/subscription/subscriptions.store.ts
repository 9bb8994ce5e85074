import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
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
    .select(['companyName', 'channelId', 'planId', 'subscriptionStatus'])
    .where('orgId', '=', orgId);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

export async function updateStanding(db: OrgDb, orgId: string, standing: Standing, now: Date): Promise<void> {
  await db
    .updateTable('organization')
    .set({
      ...(standing.planId === null ? {} : { planId: standing.planId }),
      subscriptionStatus: standing.subscriptionStatus,
      subscriptionDate: standing.subscriptionDate,
      expirationDate: standing.expirationDate,
      updatedAt: now,
    })
    .where('orgId', '=', orgId)
    .execute();
}

export type SubscriptionRow = StoredSubscription & { refusedChanges: number };

const columns = [
  'id',
  'customerId',
  'priceId',
  'planId',
  'status',
  'startedAt',
  'termStart',
  'termEnd',
  'cancelledAt',
  'couponCodes',
  'version',
  'refusedChanges',
] as const;

/** Every subscription that the organisation has or had, newest first. */
export const selectSubscriptions = (db: OrgDb, orgId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('billingSubscription')
    .select(columns)
    .where('orgId', '=', orgId)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .execute() as Promise<SubscriptionRow[]>;

/** @throws a duplicate of `billing_subscription_id` where another organisation has it */
export async function upsertSubscription(
  db: OrgDb,
  orgId: string,
  subscription: StoredSubscription,
  now: Date,
): Promise<void> {
  const told = {
    customerId: subscription.customerId,
    priceId: subscription.priceId,
    planId: subscription.planId,
    status: subscription.status,
    startedAt: subscription.startedAt,
    termStart: subscription.termStart,
    termEnd: subscription.termEnd,
    cancelledAt: subscription.cancelledAt,
    couponCodes: subscription.couponCodes,
    version: subscription.version,
    checkedAt: now,
    updatedAt: now,
  };
  await db
    .insertInto('billingSubscription')
    .values({ orgId, id: subscription.id, ...told, createdAt: now })
    .onConflict((conflict) => conflict.columns(['orgId', 'id']).doUpdateSet(told))
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
    .updateTable('billingSubscription')
    .set({ lastRequest: request })
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where('lastRequest', first ? '=' : '!=', first ? '' : request)
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
    .updateTable('billingSubscription')
    .set({ refusedChanges: refusedChanges + 1 })
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where('refusedChanges', '=', refusedChanges)
    .execute();
}

export async function markChecked(db: OrgDb, orgId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable('billingSubscription')
    .set({ checkedAt: now })
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .execute();
}

export type Reader = { cognitoId: string; email: string; firstName: string; lastName: string };

/** Whether the organization is closing its account. */
export const isClosing = async (db: OrgDb, orgId: string): Promise<boolean> =>
  (await db
    .selectFrom('organizationClosing')
    .select('orgId')
    .where('orgId', '=', orgId)
    .where('keptAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** The organisation's administrators, who get its mails. */
export const selectAdmins = (db: OrgDb, orgId: string): Promise<Reader[]> =>
  db
    .selectFrom('admin')
    .select(['cognitoId', 'email', 'firstName', 'lastName'])
    .where('orgId', '=', orgId)
    .orderBy('createdAt')
    .execute();

/** False when this notice has taken effect already; one that is being taken at the same moment is waited for. */
export async function insertNotice(db: OrgDb, id: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('billingNotice')
    .values({ id, takenAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The organisation whose subscription it is, or null. */
export async function organizationOfSubscription(db: GlobalDb, id: string): Promise<string | null> {
  const { rows } = await sql<{
    orgId: string | null;
  }>`select organization_of_billing_subscription(${id}) as org_id`.execute(db);
  return rows[0]?.orgId ?? null;
}

/** Subscriptions whose term ended before, and that the provider was not asked about since. */
export async function selectSilent(
  db: GlobalDb,
  endedBefore: Date,
  askedBefore: Date,
  atMost: number,
): Promise<{ orgId: string; id: string }[]> {
  const { rows } = await sql<{ orgId: string; id: string }>`
    select org_id, id from silent_billing_subscriptions(${endedBefore}, ${askedBefore}, ${atMost})`.execute(
    db,
  );
  return rows;
}
