import { sql, type RawBuilder } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Filter } from '../contract.ts';
import { actsSaying, kindParts } from '../describe.ts';

export type EntryRow = {
  id: number;
  at: Date;
  actorId: string | null;
  actorEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  staff: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  act: string;
  subject: string;
  subjectId: string | null;
  name: string | null;
  oldValue: Record<string, unknown> | null;
  newValue: Record<string, unknown> | null;
};

const pacificStart = (day: Day, plusDays = 0) =>
  sql`((${day}::date + ${plusDays}::integer)::timestamp at time zone 'America/Los_Angeles')`;

const personCondition = (person: string) =>
  person === 'portal'
    ? sql`e.actor_id is null`
    : person === 'staff'
      ? sql`e.staff is not null`
      : sql`e.actor_id = ${person}`;

function textCondition(text: string) {
  const matching = actsSaying(text);
  return sql`(position(lower(${text}) in lower(concat_ws(' ', e.subject_name, w.name, a.first_name, a.last_name, e.actor_email, e.staff, e.ip,
      e.user_agent, e.old_value::text, e.new_value::text))) > 0
    or e.act || ' ' || e.subject = any(${matching.rows}::text[]) or e.act = any(${matching.acts}::text[]))`;
}

function conditionsOf(filter: Filter): RawBuilder<unknown>[] {
  const parts = filter.kind ? kindParts(filter.kind) : null;
  return [
    // with a website go its scans: its own entry says so, once
    sql`not (e.act = 'delete' and e.subject = 'scan')`,
    ...(filter.person ? [personCondition(filter.person)] : []),
    ...(parts
      ? [
          sql`(e.act in ('insert', 'update', 'delete') and e.subject = any(${parts.tables}::text[]) or e.act = any(${parts.acts}::text[]))`,
        ]
      : []),
    ...(filter.from ? [sql`e.at >= ${pacificStart(filter.from)}`] : []),
    ...(filter.to ? [sql`e.at < ${pacificStart(filter.to, 1)}`] : []),
    ...(filter.text ? [textCondition(filter.text)] : []),
  ];
}

/** Entries that a filter finds, newest first, from behind the entry `before` on; an unknown one finds nothing. */
export async function selectEntries(
  db: OrgDb,
  orgId: string,
  filter: Filter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<EntryRow[]> {
  const place = (column: 'at' | 'id') =>
    sql`(select p.${sql.ref(column)} from audit_entry p where p.org_id = ${orgId} and p.id = ${before}::bigint)`;
  const conditions = [
    sql`e.org_id = ${orgId}`,
    ...(before === undefined ? [] : [sql`(e.at, e.id) < (${place('at')}, ${place('id')})`]),
    ...conditionsOf(filter),
  ];
  // schedules, settings and scans are named by their website's id
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.actor_id, e.actor_email, a.first_name, a.last_name, e.staff, e.ip, e.user_agent, e.request_id, e.act, e.subject, e.subject_id,
      case when e.subject in ('website_schedule', 'website_scan_setting', 'scan') then w.name else e.subject_name end as name, e.old_value, e.new_value
    from audit_entry e
    left join admin a on a.org_id = e.org_id and a.cognito_id = e.actor_id
    left join website w on e.subject in ('website_schedule', 'website_scan_setting', 'scan') and w.org_id = e.org_id and w.id::text = e.subject_name
    where ${sql.join(conditions, sql` and `)}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

export type PersonRow = {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
};

/** Who appears in the log, by leaps from one person to the next instead of through all entries. */
export async function selectPeople(db: OrgDb, orgId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    with recursive people as (
      (select actor_id as id from audit_entry where org_id = ${orgId} and actor_id is not null order by actor_id limit 1)
      union all
      select (select e.actor_id from audit_entry e where e.org_id = ${orgId} and e.actor_id > p.id order by e.actor_id limit 1)
      from people p where p.id is not null)
    select p.id, a.first_name, a.last_name, coalesce(a.email, (select e.actor_email from audit_entry e
      where e.org_id = ${orgId} and e.actor_id = p.id order by e.at desc, e.id desc limit 1)) as email
    from people p left join admin a on a.org_id = ${orgId} and a.cognito_id = p.id
    where p.id is not null limit 500`.execute(db);
  return rows;
}

export async function selectCompanyName(db: OrgDb, orgId: string): Promise<string> {
  const row = await db
    .selectFrom('organization')
    .select('companyName')
    .where('orgId', '=', orgId)
    .executeTakeFirst();
  return row?.companyName ?? '';
}
