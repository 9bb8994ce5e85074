import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database.ts';

export type EndingTrial = { orgId: string; expirationDate: Date };

/** Trials that end within the span, by organisation, after the one given. */
export async function selectEndingTrials(
  db: GlobalDb,
  since: Date,
  until: Date,
  after: string,
  atMost: number,
): Promise<EndingTrial[]> {
  const { rows } = await sql<{
    org_id: string;
    expiration_date: Date;
  }>`select org_id, expiration_date from trials_ending(${since}, ${until}, ${after}, ${atMost})`.execute(db);
  return rows.map((row) => ({ orgId: row.org_id, expirationDate: row.expiration_date }));
}

/** The organisation's trial as it is now, held until the transaction ends; null where there is none any more. */
export async function holdTrial(
  db: OrgDb,
  orgId: string,
): Promise<{ companyName: string; channelId: string; signUpDate: Date; expirationDate: Date } | null> {
  const row = await db
    .selectFrom('organization')
    .select(['company_name', 'channel_id', 'sign_up_date', 'expiration_date'])
    .where('org_id', '=', orgId)
    .where('subscription_status', '=', 'INTRIAL')
    .forUpdate()
    .executeTakeFirst();
  return row?.expiration_date
    ? {
        companyName: row.company_name,
        channelId: row.channel_id,
        signUpDate: row.sign_up_date,
        expirationDate: row.expiration_date,
      }
    : null;
}

/** False when this stage was reminded of before. */
export async function insertReminder(db: OrgDb, orgId: string, stage: number, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trial_reminder')
    .values({ org_id: orgId, stage, sent_at: now })
    .onConflict((conflict) => conflict.columns(['org_id', 'stage']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
