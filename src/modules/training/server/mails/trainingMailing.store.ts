import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

/** Why somebody is mailed: for the first time, of a course that has just unlocked, of what is left, or to have a link again. */
export const mailReasons = ['start', 'course', 'reminder', 'link'] as const;
export type MailReason = (typeof mailReasons)[number];

export type Mailing = {
  now: Date;
  today: Day;
  expiresAt: Date;
  /**
   * due: a day of reminding has come and no mail was sent today; hand: something is open and the last mail is older than an hour;
   * link: in any case; newLink: in any case, and what was sent before opens nothing any more.
   */
  how: 'due' | 'hand' | 'link' | 'newLink';
  /** False: of each course nobody is told more than once that it is open. */
  remind: boolean;
  atMost: number;
};

const stage = sql`(select max(s) from unnest(array[0, 7, 14, 28]) as s where s <= o.days)`;
const isLinkAlone = (how: Mailing['how']): boolean => how === 'link' || how === 'newLink';

function chosen(ids: readonly string[] | null, { now, today, how, remind, atMost }: Mailing) {
  const pause =
    how === 'due'
      ? sql`(t.mailed_at is null or (t.mailed_at at time zone 'America/Los_Angeles')::date < ${today}::date)`
      : how === 'hand'
        ? sql`(t.mailed_at is null or t.mailed_at <= ${now}::timestamptz - interval '1 hour')`
        : sql`true`;
  return sql`select t.member_id, t.link_expires_at is null as fresh from trainee t
      where t.archived_at is null and ${ids === null ? sql`true` : sql`t.member_id = any(${ids}::uuid[])`}
        and (${isLinkAlone(how)} or t.next_unlock <= ${today}::date) and ${pause}
        and (${how !== 'due'} or t.link_expires_at is null or exists (
          select from (select e.reminded, ${today}::date - e.unlock_on as days from enrolment e
            where e.member_id = t.member_id and e.active and e.status <> 'finished' and e.unlock_on <= ${today}::date) o
          where ${stage} > o.reminded and (${remind} or o.reminded < 0)))
      order by t.member_id limit ${atMost} for no key update`;
}

/** People who are to be mailed now, with their addresses; held until the transaction ends. */
export async function selectToMail(
  db: OrgDb,
  ids: readonly string[] | null,
  mailing: Mailing,
): Promise<{ memberId: string; email: string }[]> {
  const { rows } = await sql<{ memberId: string; email: string }>`
    with chosen as materialized (${chosen(ids, mailing)})
    select m.id as "memberId", m.email from chosen c join team_member m on m.id = c.member_id order by m.id`.execute(
    db,
  );
  return rows;
}

/**
 * Notes that people are mailed what is open for them, each once however many do so at the same moment. Their link works until
 * `expiresAt`; one whose time was over is replaced, so that the old mail opens nothing.
 * @returns who is to be mailed, and why
 */
export async function noteMailed(
  db: OrgDb,
  ids: readonly string[],
  mailing: Mailing,
): Promise<{ memberId: string; reason: MailReason }[]> {
  const { now, today, expiresAt, how } = mailing;
  const always = isLinkAlone(how);
  const { rows } = await sql<{ memberId: string; fresh: boolean; unlocked: boolean }>`
    with chosen as materialized (${chosen(ids, mailing)}
    ), open as (
      select o.member_id, o.course_id, o.reminded, ${stage} as stage
      from (select e.member_id, e.course_id, e.reminded, ${today}::date - e.unlock_on as days
        from enrolment e join chosen using (member_id)
        where e.active and e.status <> 'finished' and e.unlock_on <= ${today}::date) o
    ), noted as (
      update enrolment e set reminded = o.stage from open o
      where e.member_id = o.member_id and e.course_id = o.course_id and e.reminded < o.stage
    ), mailed as (
      update trainee t set mailed_at = ${now},
        mailed_by = coalesce(nullif(current_setting('app.actor', true), '')::jsonb ->> 'id', t.mailed_by), link_expires_at = ${expiresAt},
        link_round = t.link_round + case when ${how === 'newLink'} or t.link_expires_at <= ${now}::timestamptz then 1 else 0 end
      from chosen c where t.member_id = c.member_id
    )
    select c.member_id as "memberId", c.fresh, exists (select from open o where o.member_id = c.member_id and o.reminded < 0) as unlocked
    from chosen c`.execute(db);
  return rows.map(({ memberId, fresh, unlocked }) => ({
    memberId,
    reason: always ? 'link' : fresh ? 'start' : unlocked ? 'course' : 'reminder',
  }));
}

export type OpenCourse = { course: string; dueOn: Day; percent: number; isBegun: boolean };
export type Addressee = {
  id: string;
  firstName: string;
  name: string;
  email: string;
  linkRound: number;
  expiresAt: Date;
  /** What is to be done now, the longest overdue first. */
  open: OpenCourse[];
  /** Courses that unlock later: the first of them, and how many they are. */
  next: { course: string; unlockOn: Day } | null;
  later: number;
  /** Who asked, where that is still an administrator; else empty. */
  administrator: string;
  isAdmin: boolean;
};

/** People as they are now, with what is open for them; those who were archived meanwhile are left out. */
export async function selectAddressees(db: OrgDb, ids: readonly string[], today: Day): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select m.id, m.given_name as "firstName", m.name, m.email, t.link_round as "linkRound", t.link_expires_at as "expiresAt",
      coalesce(jsonb_agg(jsonb_build_object('course', e.course_id, 'dueOn', e.due_on, 'percent', e.percent, 'isBegun', e.started_at is not null)
        order by e.due_on, e.unlock_on, e.course_id) filter (where e.unlock_on <= ${today}::date), '[]') as open,
      (array_agg(jsonb_build_object('course', e.course_id, 'unlockOn', e.unlock_on) order by e.unlock_on, e.course_id)
        filter (where e.unlock_on > ${today}::date))[1] as next,
      (count(e.course_id) filter (where e.unlock_on > ${today}::date))::int as later,
      coalesce((select trim(a.first_name || ' ' || a.last_name) from admin a where a.cognito_id = t.mailed_by), '') as administrator,
      exists (select from admin a where lower(a.email) = lower(m.email)) as "isAdmin"
    from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id
    left join enrolment e on e.org_id = t.org_id and e.member_id = t.member_id and e.active and e.status <> 'finished'
    where t.member_id = any(${ids}::uuid[]) and t.archived_at is null and t.link_expires_at is not null
    group by m.id, m.given_name, m.name, m.email, t.link_round, t.link_expires_at, t.mailed_by order by lower(m.name), m.id`.execute(
    db,
  );
  return rows;
}

export async function selectCompanyName(db: OrgDb): Promise<string> {
  return (await db.selectFrom('organization').select('companyName').executeTakeFirst())?.companyName ?? '';
}

/** Name and address of somebody who is trained now; null for nobody of that id. */
export async function selectAddress(db: OrgDb, id: string): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql<{ name: string; email: string }>`
    select m.name, m.email from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id
    where t.member_id = ${id} and t.archived_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Organisations that train people, in order, after the one given. */
export async function selectOrganizationsWithTraining(
  db: GlobalDb,
  after: string,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{
    orgId: string;
  }>`select org_id from organizations_with_training(${after}, ${atMost})`.execute(db);
  return rows.map((row) => row.orgId);
}

export async function countOpen(db: OrgDb, today: Day): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from trainee where archived_at is null and next_unlock <= ${today}::date`.execute(
    db,
  );
  return rows[0]!.n;
}
