import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import type { Day, Planned } from './enrolDates.ts';

/** Trainees that take a seat. */
export async function countActive(db: OrgDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from trainee where archived_at is null`.execute(db);
  return rows[0]!.n;
}

export type Known = { id: string; archived: boolean };

/** Trainees of these addresses (in lower case), archived ones too. */
export async function selectByAddress(db: OrgDb, keys: readonly string[]): Promise<Map<string, Known>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; id: string; archived: boolean }>`
    select m.email_key as key, m.id, t.archived_at is not null as archived
    from team_member m join trainee t on t.org_id = m.org_id and t.member_id = m.id
    where m.left_at is null and m.email_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ key, id, archived }) => [key, { id, archived }]));
}

export async function insertTrainees(db: OrgDb, people: readonly { id: string; startMonth: Day }[], now: Date): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into trainee (org_id, member_id, start_month, added_at)
    select current_org(), p.id, p.month, ${now}
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ startMonth }) => startMonth)}::date[]) as p(id, month)`.execute(db);
}

/** Archives people, or brings them back; of their courses all that are assigned count, or none. @returns who it changed */
export async function setArchived(db: OrgDb, ids: readonly string[], archived: boolean, now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    update trainee set archived_at = ${archived ? now : null}::timestamptz, link_round = link_round + ${archived ? 1 : 0},
      link_expires_at = case when ${archived} then null else link_expires_at end
    where member_id = any(${ids}::uuid[]) and (archived_at is null) = ${archived} returning member_id as id`.execute(db);
  const changed = rows.map(({ id }) => id);
  if (changed.length > 0)
    await sql`update enrolment set active = assigned and not ${archived} where member_id = any(${changed}::uuid[])`.execute(db);
  return changed;
}

/**
 * Gives people courses, each by their start month; what somebody had before counts again as it was.
 * @param plans by start month
 */
export async function enrol(
  db: OrgDb,
  people: readonly { id: string; startMonth: Day }[],
  plans: ReadonlyMap<Day, readonly Planned[]>,
): Promise<number> {
  const rows = [...plans].flatMap(([month, planned]) => planned.map((one) => ({ month, ...one })));
  if (people.length === 0 || rows.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into enrolment as e (org_id, member_id, course_id, unlock_on, due_on)
    select current_org(), p.id, c.course_id, c.unlock_on, c.due_on
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ startMonth }) => startMonth)}::date[]) as p(id, month)
    join unnest(${rows.map(({ month }) => month)}::date[], ${rows.map(({ course }) => course)}::text[],
      ${rows.map(({ unlockOn }) => unlockOn)}::date[], ${rows.map(({ dueOn }) => dueOn)}::date[]) as c(month, course_id, unlock_on, due_on) using (month)
    on conflict (org_id, member_id, course_id) do update set assigned = true, active = true where not e.assigned`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
