import { sql, type RawBuilder } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Trainee, TraineeCourse } from '../../entities.ts';

export type ListSearch = {
  search: string;
  standing: Trainee['standing'] | 'active' | 'all';
  course: string | null;
  sort: 'name' | 'email' | 'department' | 'progress' | 'nextDue' | 'lastSeenAt';
  down: boolean;
  limit: number;
  skip: number;
  today: Day;
};

type Sql = RawBuilder<unknown>;

const standingOf = (today: Day) => sql<Trainee['standing']>`case
  when t.archived_at is not null then 'archived'
  when t.courses > 0 and t.finished = t.courses then 'finished'
  when t.next_due < ${today}::date then 'overdue'
  when t.next_unlock <= ${today}::date then 'open'
  else 'upToDate' end`;

function conditions({ search, standing, course, today }: ListSearch): Sql {
  const active = sql`t.archived_at is null`;
  const of: Record<ListSearch['standing'], Sql> = {
    all: sql`true`,
    active,
    archived: sql`t.archived_at is not null`,
    finished: sql`${active} and t.courses > 0 and t.finished = t.courses`,
    overdue: sql`${active} and t.next_due < ${today}::date`,
    open: sql`${active} and t.next_unlock <= ${today}::date and t.next_due >= ${today}::date`,
    upToDate: sql`${active} and (t.courses = 0 or t.finished < t.courses) and (t.next_unlock is null or t.next_unlock > ${today}::date)`,
  };
  const counts = standing === 'all' || standing === 'archived' ? sql`e.assigned` : sql`e.active`;
  const taking =
    course === null
      ? sql``
      : sql`and exists (select from enrolment e where e.org_id = t.org_id and e.member_id = t.member_id and e.course_id = ${course} and ${counts})`;
  return sql`${of[standing]} ${taking} ${search === '' ? sql`` : sql`and position(lower(${search}) in t.search_key) > 0`}`;
}

/** In whole, both ways along one index where there is one; what is empty comes last. */
function orderOf({ sort, down }: ListSearch): Sql {
  const way = down ? sql`desc` : sql`asc`;
  const byName = sql`t.name_key ${way}, t.member_id ${way}`;
  switch (sort) {
    case 'name':
      return byName;
    case 'email':
      return sql`t.email_key ${way}, t.member_id ${way}`;
    case 'department':
      return sql`t.department_key ${way}, ${byName}`;
    case 'progress':
      return sql`t.finished::real / greatest(t.courses, 1) ${way}, t.member_id`;
    case 'nextDue':
      return sql`t.next_due ${way} nulls last, t.member_id`;
    case 'lastSeenAt':
      return sql`t.last_seen_at ${way} nulls last, t.member_id`;
  }
}

/** What the order needs, and no more: of very many people this is kept in memory. */
function sortedColumns({ sort }: ListSearch): Sql {
  const more: Record<ListSearch['sort'], Sql> = {
    name: sql``,
    email: sql`, t.email_key`,
    department: sql`, t.department_key`,
    progress: sql`, t.finished, t.courses`,
    nextDue: sql`, t.next_due`,
    lastSeenAt: sql`, t.last_seen_at`,
  };
  return sql`t.member_id, t.name_key ${more[sort]}`;
}

export type TraineeRow = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  department: string;
  startMonth: Day;
  addedAt: Date;
  archivedAt: Date | null;
  lastSeenAt: Date | null;
  mailedAt: Date | null;
  standing: Trainee['standing'];
  nextDue: Day | null;
};

const columns = (
  today: Day,
) => sql`m.id, m.name, m.given_name as "firstName", m.family_name as "lastName", m.email, m.department,
  t.start_month as "startMonth", t.added_at as "addedAt", t.archived_at as "archivedAt", t.last_seen_at as "lastSeenAt",
  t.mailed_at as "mailedAt", ${standingOf(today)} as standing, t.next_due as "nextDue"`;

/** How many there are: kept, of a course that is not narrowed further. */
const totalOf = (search: ListSearch): Sql =>
  search.course !== null && search.standing === 'active' && search.search === ''
    ? sql`(select coalesce(sum(n), 0)::int from enrolment_tally where course_id = ${search.course})`
    : sql`(select count(*)::int from trainee t where ${conditions(search)})`;

/** A page of the trainees, and how many the search finds; in one statement. */
export async function selectPage(
  db: OrgDb,
  search: ListSearch,
): Promise<{ rows: TraineeRow[]; total: number }> {
  const stretch = sql`order by ${orderOf(search)} limit ${search.limit} offset ${search.skip}`;
  // a page is a stretch of an index, but where texts are looked into, every row is looked at once
  const source =
    search.search === ''
      ? sql`page as materialized (select t.member_id from trainee t where ${conditions(search)} ${stretch}),
          counted as (select ${totalOf(search)} as total)`
      : sql`found as materialized (select ${sortedColumns(search)} from trainee t where ${conditions(search)}),
          page as materialized (select t.member_id from found t ${stretch}),
          counted as (select count(*)::int as total from found)`;
  // whose row it is, is asked once for an index and once for each row of a whole table: twice the time for many people
  const whole = sql`select set_config('enable_seqscan', 'off', true)`.execute(db);
  const { rows } = await sql<TraineeRow & { total: number }>`
    with ${source}
    select n.total, ${columns(search.today)}
    from counted n left join page p on true left join trainee t on t.member_id = p.member_id
    left join team_member m on m.org_id = t.org_id and m.id = t.member_id
    order by ${orderOf(search)}`.execute(db);
  await whole;
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]!.total };
}

export async function selectTrainee(db: OrgDb, id: string, today: Day): Promise<TraineeRow | null> {
  const { rows } = await sql<TraineeRow>`
    select ${columns(today)} from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id where t.member_id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export type CourseRow = TraineeCourse & { trainee: string };

export async function selectCoursesOf(db: OrgDb, ids: readonly string[], today: Day): Promise<CourseRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<
    Omit<CourseRow, 'startedAt' | 'finishedAt'> & { startedAt: Date | null; finishedAt: Date | null }
  >`
    select e.member_id as trainee, e.course_id as course, e.status, e.unlock_on as "unlockOn", e.due_on as "dueOn",
      e.unlock_on <= ${today}::date as "isUnlocked", e.active and e.status <> 'finished' and e.due_on < ${today}::date as "isOverdue",
      e.percent, e.best_score as "bestScore", e.attempts, e.started_at as "startedAt", e.finished_at as "finishedAt", c.code as certificate
    from enrolment e left join training_certificate c on c.org_id = e.org_id and c.member_id = e.member_id and c.course_id = e.course_id
    where e.member_id = any(${ids}::uuid[]) and e.assigned
    order by e.member_id, e.unlock_on, e.due_on, e.course_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }));
}
