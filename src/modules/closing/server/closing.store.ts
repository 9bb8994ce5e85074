import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

export type ClosingRow = {
  begunAt: Date;
  dueAt: Date;
  begunBy: string;
  byStaff: boolean;
  reason: string;
  keptAt: Date | null;
  endedSubscription: string | null;
};

const columns = ['begunAt', 'dueAt', 'begunBy', 'byStaff', 'reason', 'keptAt', 'endedSubscription'] as const;

/** The last closing of an organization, taken back or not. */
export const selectClosing = (db: OrgDb, orgId: string): Promise<ClosingRow | undefined> =>
  db.selectFrom('organizationClosing').select(columns).where('orgId', '=', orgId).executeTakeFirst();

/** The closing that is under way; nobody takes it back until the transaction ends. */
export const holdClosing = (db: OrgDb, orgId: string): Promise<ClosingRow | undefined> =>
  db
    .selectFrom('organizationClosing')
    .select(columns)
    .where('orgId', '=', orgId)
    .where('keptAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export type NewClosing = Pick<ClosingRow, 'begunAt' | 'dueAt' | 'begunBy' | 'byStaff' | 'reason'>;

/** @returns false where the account is being closed already */
export async function insertClosing(db: OrgDb, orgId: string, closing: NewClosing): Promise<boolean> {
  const { begunAt, dueAt, begunBy, byStaff, reason } = closing;
  const { rows } = await sql`
    insert into organization_closing as c (org_id, begun_at, due_at, begun_by, by_staff, reason)
    values (${orgId}, ${begunAt}, ${dueAt}, ${begunBy}, ${byStaff}, ${reason})
    on conflict (org_id) do update set begun_at = excluded.begun_at, due_at = excluded.due_at, begun_by = excluded.begun_by,
      by_staff = excluded.by_staff, reason = excluded.reason, reminded_at = null, kept_at = null
    where c.kept_at is not null
    returning true`.execute(db);
  return rows.length > 0;
}

/** @returns false where nothing is being closed */
export async function markKept(db: OrgDb, orgId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organizationClosing')
    .set({ keptAt: now })
    .where('orgId', '=', orgId)
    .where('keptAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false where administrators were reminded already, or there is nothing left to be reminded of */
export async function markReminded(db: OrgDb, orgId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organizationClosing')
    .set({ remindedAt: now })
    .where('orgId', '=', orgId)
    .where('keptAt', 'is', null)
    .where('remindedAt', 'is', null)
    .where('dueAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Which subscription closing ended, so that keeping the account resumes it; null: none. */
export const noteEndedSubscription = async (
  db: OrgDb,
  orgId: string,
  billingSubscriptionId: string | null,
): Promise<void> => {
  await db
    .updateTable('organizationClosing')
    .set({ endedSubscription: billingSubscriptionId })
    .where('orgId', '=', orgId)
    .execute();
};

export type Reader = { cognitoId: string; email: string; name: string };

/** The administrators, in the order in which they joined. */
export const selectReaders = async (db: OrgDb, orgId: string): Promise<Reader[]> =>
  (
    await db
      .selectFrom('admin')
      .select(['cognitoId', 'email', 'firstName', 'lastName'])
      .where('orgId', '=', orgId)
      .orderBy('createdAt')
      .orderBy('cognitoId')
      .execute()
  ).map(({ firstName, lastName, ...row }) => ({ ...row, name: `${firstName} ${lastName}`.trim() }));

export const selectCompany = async (
  db: OrgDb,
  orgId: string,
): Promise<{ companyName: string; channelId: string } | undefined> =>
  db
    .selectFrom('organization')
    .select(['companyName', 'channelId'])
    .where('orgId', '=', orgId)
    .executeTakeFirst();

export async function selectClosingsToTend(
  db: GlobalDb,
  due: Date,
  remind: Date,
  atMost: number,
): Promise<{ orgId: string; isDue: boolean }[]> {
  const { rows } = await sql<{ orgId: string; isDue: boolean }>`
    select org_id, is_due from closings_to_tend(${due}, ${remind}, ${atMost})`.execute(db);
  return rows;
}
