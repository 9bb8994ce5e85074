import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { ActKind } from '../deskLog.ts';

export type ActRow = {
  at: Date;
  staffId: string | null;
  staffEmail: string | null;
  staffName: string;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  kind: ActKind;
  subjectId: string | null;
  what: string;
  oldValue: object | null;
  newValue: object | null;
};

export async function insertAct(db: GlobalDb | OrgDb, { oldValue, newValue, ...row }: ActRow): Promise<void> {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await db
    .insertInto('staffAct')
    .values({ ...row, oldValue: json(oldValue), newValue: json(newValue) })
    .execute();
}

export type StoredAct = ActRow & { id: number };
export type ActFilter = {
  kind?: string | undefined;
  person?: string | undefined;
  search?: string | undefined;
};

/** Acts that a filter finds, newest first, and how many there are; `before` leaves out that one and those after it. */
export async function selectActs(
  db: GlobalDb,
  { kind, person, search }: ActFilter,
  { atMost, skip, before }: { atMost: number; skip: number; before?: number | undefined },
): Promise<{ rows: StoredAct[]; total: number }> {
  const text = search ?? '';
  const { rows } = await sql<StoredAct & { total: number }>`
    select id, at, staff_id, staff_email, staff_name, ip, user_agent, request_id, kind, subject_id, what, old_value, new_value,
      count(*) over ()::int as total
    from staff_act
    where (${kind ?? ''} = '' or kind = ${kind ?? ''})
      and (${person ?? ''} = '' or coalesce(staff_email, 'operator') = ${person ?? ''})
      and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
      and (${text} = '' or position(lower(${text}) in lower(concat_ws(' ', what, subject_id, staff_name, staff_email, ip, old_value::text, new_value::text))) > 0)
    order by id desc limit ${atMost} offset ${skip}`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Who appears in the log, by the newest name of each address. */
export async function selectActPeople(db: GlobalDb): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (
      select distinct on (coalesce(staff_email, 'operator')) coalesce(staff_email, 'operator') as id, staff_name as name
      from staff_act order by coalesce(staff_email, 'operator'), staff_act.id desc) people
    order by lower(name), id limit 500`.execute(db);
  return rows;
}
