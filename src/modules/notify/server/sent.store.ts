import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { NoticeEvent } from '../entities.ts';

/** Whether and to whom something was told: the event, or `due` for the mail of a day that may tell of several. */
export type SentNotice = { event: NoticeEvent | 'due'; key: string };

export const selectSent = async (db: OrgDb, { event, key }: SentNotice): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('notificationSent')
        .select('cognitoId')
        .where('event', '=', event)
        .where('key', '=', key)
        .execute()
    ).map((row) => row.cognitoId),
  );

/** Whether anybody was told. */
export const isSent = async (db: OrgDb, { event, key }: SentNotice): Promise<boolean> =>
  (await db
    .selectFrom('notificationSent')
    .select('key')
    .where('event', '=', event)
    .where('key', '=', key)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Notes that a person is told; false where the person was told before, or administers no more. */
export async function markSent(
  db: OrgDb,
  cognitoId: string,
  { event, key }: SentNotice,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_sent (org_id, cognito_id, event, key, sent_at)
    select a.org_id, a.cognito_id, ${event}, ${key}, ${at} from admin a where a.cognito_id = ${cognitoId} for key share
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

export type RoundKind = 'due' | 'digest' | 'approvals' | 'training';

/** Takes the round of a day for an organisation: true for one of all who try. */
export async function takeRound(db: OrgDb, orgId: string, kind: RoundKind, day: Day): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_round as r (org_id, kind, day) values (${orgId}, ${kind}, ${day}::date)
    on conflict (org_id, kind) do update set day = excluded.day where r.day < excluded.day returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The day of the last round of a kind, `yyyy-mm-dd`. */
export async function selectRound(db: OrgDb, kind: RoundKind): Promise<Day | null> {
  const { rows } = await sql<{ day: Day }>`select day from notification_round where kind = ${kind}`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** Organisations that a round has not come to since a day, after the one given. */
export async function selectOrganizations(
  db: GlobalDb,
  kind: 'due' | 'digest',
  since: string,
  after: string,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id from notification_organizations(${kind}, ${since}::date, ${after}, ${atMost})`.execute(db);
  return rows.map((row) => row.orgId);
}
