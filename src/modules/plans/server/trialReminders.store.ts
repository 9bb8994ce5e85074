import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

export type EndingTrial = { orgId: string; expirationDate: Date };

/** Trials that end within the span, by organisation, after the one given. */
export async function selectEndingTrials(
  db: GlobalDb,
  since: Date,
  until: Date,
  after: string,
  atMost: number,
): Promise<EndingTrial[]> {
  const { rows } = await sql<EndingTrial>`
    select org_id, expiration_date from trials_ending(${since}, ${until}, ${after}, ${atMost})`.execute(db);
  return rows;
}

/** The organisation's trial as it is now, held until the transaction ends; null where there is none any more. */
export async function holdTrial(
  db: OrgDb,
  orgId: string,
): Promise<{ companyName: string; channelId: string; signUpDate: Date; expirationDate: Date } | null> {
  const row = await db
    .selectFrom('organization')
    .select(['companyName', 'channelId', 'signUpDate', 'expirationDate'])
    .where('orgId', '=', orgId)
    .where('subscriptionStatus', '=', 'INTRIAL')
    .forUpdate()
    .executeTakeFirst();
  return row?.expirationDate ? { ...row, expirationDate: row.expirationDate } : null;
}

/** False when this stage was reminded of before. */
export async function insertReminder(db: OrgDb, orgId: string, stage: number, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trialReminder')
    .values({ orgId, stage, sentAt: now })
    .onConflict((conflict) => conflict.columns(['orgId', 'stage']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
