import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Planned } from './enrolDates.ts';

export async function countActive(db: OrgDb): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from trainee where archived_at is null`.execute(db);
  return rows[0]!.n;
}

export type Known = { id: string; archived: boolean };

/**
 * Makes changes of these people wait for one another until the transaction ends, in one order; what they do in their courses
 * begins with the same lock.
 * @param ids null for everybody
 */
export async function lockTrainees(db: OrgDb, ids: readonly string[] | null): Promise<void> {
  await sql`
    select count(*) from (
      select from trainee ${ids === null ? sql`` : sql`where member_id = any(${ids}::uuid[])`} order by member_id for no key update
    ) locked`.execute(db);
}

/** Trainees of these addresses (in lower case), archived ones too. */
export async function selectByAddress(db: OrgDb, keys: readonly string[]): Promise<Map<string, Known>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; id: string; archived: boolean }>`
    select m.email_key as key, m.id, t.archived_at is not null as archived
    from team_member m join trainee t on t.org_id = m.org_id and t.member_id = m.id
    where m.left_at is null and m.email_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ key, id, archived }) => [key, { id, archived }]));
}

/**
 * Somebody who signs stays the same person when their training is deleted: the seconds since they came are more than all links
 * that they ever had, so that none of those opens anything again.
 */
export async function insertTrainees(
  db: OrgDb,
  people: readonly { id: string; startMonth: Day }[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into trainee (org_id, member_id, start_month, added_at, link_round)
    select current_org(), p.id, p.month, ${now}, greatest(0, extract(epoch from ${now}::timestamptz - m.created_at))::integer
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ startMonth }) => startMonth)}::date[]) as p(id, month)
    join team_member m on m.org_id = current_org() and m.id = p.id`.execute(db);
}

/** Archives people, or brings them back; of their courses all that are assigned count, or none. @returns who it changed */
export async function setArchived(
  db: OrgDb,
  ids: readonly string[],
  archived: boolean,
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  await lockTrainees(db, ids);
  const { rows } = await sql<{ id: string }>`
    update trainee set archived_at = ${archived ? now : null}::timestamptz, link_round = link_round + ${archived ? 1 : 0},
      link_expires_at = case when ${archived} then null else link_expires_at end
    where member_id = any(${ids}::uuid[]) and (archived_at is null) = ${archived} returning member_id as id`.execute(
    db,
  );
  const changed = rows.map(({ id }) => id);
  if (changed.length > 0)
    await sql`update enrolment set active = assigned and not ${archived} where member_id = any(${changed}::uuid[])`.execute(
      db,
    );
  return changed;
}

/** By start month; where all go together there is one plan, whatever its month. */
export type Plans = { together: boolean; byMonth: ReadonlyMap<Day, readonly Planned[]> };

/**
 * Gives people courses and takes others away, in one statement. What somebody had before counts again as it was, with time
 * to do it; what was never begun goes, and the rest stays on record.
 * @param ids null for everybody who is not archived
 * @returns how many people it changed
 */
export async function changeCourses(
  db: OrgDb,
  ids: readonly string[] | null,
  plans: Plans,
  remove: readonly string[],
): Promise<number> {
  const rows = [...plans.byMonth].flatMap(([month, planned]) => planned.map((one) => ({ month, ...one })));
  const whom = ids === null ? sql`t.archived_at is null` : sql`t.member_id = any(${ids}::uuid[])`;
  const theirs = sql`exists (select from trainee t where t.org_id = e.org_id and t.member_id = e.member_id and ${whom})`;
  const untouched = sql`e.status = 'notStarted' and e.attempts = 0 and e.percent = 0 and e.started_at is null`;
  await lockTrainees(db, ids);
  // only what there is to do: each part looks through all enrolments otherwise
  const given = sql`given as (
    insert into enrolment as e (org_id, member_id, course_id, unlock_on, due_on, active)
    select current_org(), t.member_id, c.course_id, c.unlock_on, c.due_on, t.archived_at is null
    from trainee t join unnest(${rows.map(({ month }) => month)}::date[], ${rows.map(({ course }) => course)}::text[],
      ${rows.map(({ unlockOn }) => unlockOn)}::date[], ${rows.map(({ dueOn }) => dueOn)}::date[]) as c(month, course_id, unlock_on, due_on)
      on ${plans.together} or c.month = t.start_month
    where ${whom}
    on conflict (org_id, member_id, course_id) do update set assigned = true, active = excluded.active,
      due_on = case when e.status = 'finished' then e.due_on else greatest(e.due_on, excluded.due_on) end where not e.assigned
    returning e.member_id)`;
  const gone = sql`gone as (
    delete from enrolment e where e.course_id = any(${remove}::text[]) and ${untouched} and ${theirs} returning e.member_id)`;
  const taken = sql`taken as (
    update enrolment e set assigned = false, active = false
    where e.course_id = any(${remove}::text[]) and e.assigned and not (${untouched}) and ${theirs} returning e.member_id)`;
  const parts = [
    ...(rows.length > 0 ? [{ name: 'given', part: given }] : []),
    ...(remove.length > 0
      ? [
          { name: 'gone', part: gone },
          { name: 'taken', part: taken },
        ]
      : []),
  ];
  if (parts.length === 0) return 0;
  const { rows: counted } = await sql<{ people: number }>`
    with ${sql.join(parts.map(({ part }) => part))}
    select count(distinct member_id)::int as people
    from (${sql.join(
      parts.map(({ name }) => sql`select member_id from ${sql.table(name)}`),
      sql` union all `,
    )}) c`.execute(db);
  return counted[0]!.people;
}

export async function selectStartMonths(db: OrgDb, ids: readonly string[] | null): Promise<Day[]> {
  const { rows } = await sql<{ month: Day }>`
    select distinct start_month as month from trainee
    where ${ids === null ? sql`archived_at is null` : sql`member_id = any(${ids}::uuid[])`}`.execute(db);
  return rows.map(({ month }) => month);
}

export type Person = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  department: string;
  startMonth: Day;
  archived: boolean;
  signs: boolean;
};

export async function selectPeople(db: OrgDb, ids: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await sql<Person>`
    select m.id, m.name, case when m.given_name = '' and m.family_name = '' then m.name else m.given_name end as "firstName",
      m.family_name as "lastName", m.email, m.department, t.start_month as "startMonth", t.archived_at is not null as archived, m.signs
    from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id where t.member_id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function setStartMonth(db: OrgDb, id: string, month: Day): Promise<void> {
  await sql`update trainee set start_month = ${month} where member_id = ${id}`.execute(db);
}

/** A link that went to another address opens nothing from now on. */
export async function endLink(db: OrgDb, id: string): Promise<void> {
  await sql`update trainee set link_round = link_round + 1, link_expires_at = null, mailed_at = null where member_id = ${id}`.execute(
    db,
  );
}

export async function deleteTraineeRow(db: OrgDb, id: string): Promise<void> {
  await sql`delete from trainee where member_id = ${id}`.execute(db);
}
