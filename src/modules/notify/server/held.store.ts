import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import { noticeSchema, type Notice, type NoticeEvent } from '../entities.ts';

/** Those for whom notices of a kind are held at a moment. */
export async function selectOpenWindows(db: OrgDb, event: NoticeEvent, at: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notificationWindow')
    .select('cognitoId')
    .where('event', '=', event)
    .where('openUntil', '>', at)
    .execute();
  return new Set(rows.map((row) => row.cognitoId));
}

/** Opens the window of a person and kind; false where it is open, or where notices of it still wait to be sent. */
export async function openWindow(
  db: OrgDb,
  orgId: string,
  cognitoId: string,
  event: NoticeEvent,
  at: Date,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_window as w (org_id, cognito_id, event, open_until) values (${orgId}, ${cognitoId}, ${event}, ${until})
    on conflict (org_id, cognito_id, event) do update set open_until = excluded.open_until
      where w.open_until <= ${at}
        and not exists (select from notification_held h where h.org_id = w.org_id and h.cognito_id = w.cognito_id and h.event = w.event)
    returning 1`.execute(db);
  return rows.length > 0;
}

export type Held = { orgId: string; cognitoId: string; key: string; notice: Notice; at: Date; until: Date };

/** Holds a notice until the end of the window, which is opened where there is none. */
export async function holdNotice(
  db: OrgDb,
  { orgId, cognitoId, key, notice, at, until }: Held,
): Promise<void> {
  const { event } = notice;
  await db
    .insertInto('notificationWindow')
    .values({ orgId, cognitoId, event, openUntil: until })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('notificationHeld')
    .values({ orgId, cognitoId, event, key, notice: JSON.stringify(notice), heldAt: at })
    .execute();
}

/** Persons and kinds with notices whose window is over. */
export async function selectDueWindows(
  db: OrgDb,
  at: Date,
): Promise<{ cognitoId: string; event: NoticeEvent }[]> {
  const rows = await db
    .selectFrom('notificationWindow as w')
    .select(['w.cognitoId', 'w.event'])
    .where('w.openUntil', '<=', at)
    .where((e) =>
      e.exists(
        e
          .selectFrom('notificationHeld as h')
          .select('h.key')
          .whereRef('h.orgId', '=', 'w.orgId')
          .whereRef('h.cognitoId', '=', 'w.cognitoId')
          .whereRef('h.event', '=', 'w.event'),
      ),
    )
    .orderBy('w.openUntil')
    .execute();
  return rows as { cognitoId: string; event: NoticeEvent }[];
}

/**
 * Holds the window until the transaction ends and moves its end.
 * @returns when it ended; null where it has not, or where somebody else moved it meanwhile
 */
export async function moveWindow(
  db: OrgDb,
  cognitoId: string,
  event: NoticeEvent,
  at: Date,
  until: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ ended: Date }>`
    with w as (
      select org_id, cognito_id, event, open_until from notification_window
      where cognito_id = ${cognitoId} and event = ${event} and open_until <= ${at} for update)
    update notification_window n set open_until = ${until} from w
    where n.org_id = w.org_id and n.cognito_id = w.cognito_id and n.event = w.event returning w.open_until as ended`.execute(
    db,
  );
  return rows[0]?.ended ?? null;
}

/** Takes what is held for a person of a kind, in the order in which it happened. */
export async function takeHeld(db: OrgDb, cognitoId: string, event: NoticeEvent): Promise<Notice[]> {
  const rows = await db
    .deleteFrom('notificationHeld')
    .where('cognitoId', '=', cognitoId)
    .where('event', '=', event)
    .returning(['notice', 'heldAt', 'key'])
    .execute();
  return rows
    .toSorted((one, other) => one.heldAt.getTime() - other.heldAt.getTime() || (one.key < other.key ? -1 : 1))
    .map(({ notice }) => noticeSchema.parse(notice));
}

export async function selectOrganizationsWithHeld(
  db: GlobalDb,
  at: Date,
  after: string,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id from organizations_with_held_notices(${at}, ${after}, ${atMost})`.execute(db);
  return rows.map((row) => row.orgId);
}
