import { sql } from 'kysely';
import type { Day } from '#platform/days.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { About } from '../rules.ts';

/** Lets one transaction at a time decide about the emails of an organization. */
export const lockSender = async (db: OrgDb): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('third-party email of ' || current_org()::text, 0))`.execute(
    db,
  );
};

type SenderState = {
  stopped: boolean;
  paying: boolean;
  admins: string[];
  strangers: number;
  colleagues: number;
};

/** What decides about further emails, with the people who were written to on that day. */
export async function selectState(db: OrgDb, day: Day): Promise<SenderState> {
  const { rows } = await sql<SenderState>`select
    exists (select from third_party_sender where stopped) as stopped,
    exists (select from billing_subscription where status in ('active', 'ending')) as paying,
    array(select lower(email) from admin) as admins,
    (select count(*)::int from third_party_email where day = ${day}::date and not colleague) as strangers,
    (select count(*)::int from third_party_email where day = ${day}::date and colleague) as colleagues`.execute(
    db,
  );
  return rows[0]!;
}

/** Which of these recipients were written to on that day, and which have reported the organization. */
export async function selectKnown(
  db: OrgDb,
  day: Day,
  recipients: readonly string[],
): Promise<{ today: Set<string>; declined: Set<string> }> {
  const { rows } = await sql<{ today: Day[]; declined: string[] }>`select
    array(select recipient from third_party_email where day = ${day}::date and recipient = any(${recipients}::uuid[])) as today,
    array(select recipient from third_party_report where recipient = any(${recipients}::uuid[])) as declined`.execute(
    db,
  );
  return { today: new Set(rows[0]!.today), declined: new Set(rows[0]!.declined) };
}

type Counted = { recipient: string; colleague: boolean };

export async function countEmails(
  db: OrgDb,
  orgId: string,
  day: Day,
  counted: readonly Counted[],
): Promise<void> {
  await sql`insert into third_party_email as e (org_id, day, recipient, colleague, emails)
    select ${orgId}::uuid, ${day}::date, g.recipient, bool_or(g.colleague), count(*)
    from unnest(${counted.map(({ recipient }) => recipient)}::uuid[], ${counted.map(({ colleague }) => colleague)}::boolean[]) as g(recipient, colleague)
    group by g.recipient
    on conflict (org_id, day, recipient) do update set emails = e.emails + excluded.emails`.execute(db);
}

/** Whether this organization ever wrote to a recipient, and as a colleague; null where it is not known. */
export async function selectColleague(db: OrgDb, recipient: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('thirdPartyEmail')
    .select('colleague')
    .where('recipient', '=', recipient)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.colleague ?? null;
}

export async function selectReport(
  db: OrgDb,
  recipient: string,
): Promise<{ companyName: string; reported: boolean } | null> {
  const { rows } = await sql<{ companyName: string; reported: boolean }>`select company_name as "companyName",
    exists (select from third_party_report where recipient = ${recipient}) as reported from organization`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** False where the recipient had reported the organization before. */
export async function insertReport(
  db: OrgDb,
  report: { orgId: string; recipient: string; at: Date; about: About; comment: string; colleague: boolean },
): Promise<boolean> {
  const { orgId, at, ...rest } = report;
  const row = await db
    .insertInto('thirdPartyReport')
    .values({ orgId, reportedAt: at, ...rest })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipient')
    .executeTakeFirst();
  return row !== undefined;
}

/** Strangers who reported the organization since staff last decided about it. */
export async function countOpenReports(db: OrgDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from third_party_report
    where not colleague and reported_at > coalesce((select decided_at from third_party_sender), '-infinity')`.execute(
    db,
  );
  return rows[0]!.n;
}

export const selectStopped = async (db: OrgDb): Promise<boolean> =>
  (await db.selectFrom('thirdPartySender').select('stopped').executeTakeFirst())?.stopped ?? false;

type Decision = { orgId: string; stopped: boolean; reason: string; decidedBy: string | null; at: Date };

export async function saveDecision(
  db: OrgDb,
  { orgId, stopped, reason, decidedBy, at }: Decision,
): Promise<void> {
  const set = { stopped, reason, decidedBy, decidedAt: at };
  await db
    .insertInto('thirdPartySender')
    .values({ orgId, ...set })
    .onConflict((conflict) => conflict.column('orgId').doUpdateSet(set))
    .execute();
}

type SenderRow = {
  orgId: string;
  companyName: string;
  channelId: string;
  planId: string;
  todayPeople: number;
  weekPeople: number;
  weekEmails: number;
  withheld: number;
  reports: number;
  lastReport: Date | null;
  stopped: boolean;
  decidedBy: string | null;
  decidedAt: Date | null;
};

/** Organizations of these channels, or of all for null, that sent or were reported in the week before `today`. */
export async function selectSenders(
  db: GlobalDb,
  today: Day,
  asked: { channels: readonly string[] | null; onlyOpen: boolean; atMost: number; skip: number },
): Promise<{ rows: SenderRow[]; total: number }> {
  const { rows } = await sql<SenderRow & { total: number }>`
    select * from third_party_senders(${asked.channels}::text[], ${today}::date, ${asked.onlyOpen}, ${asked.atMost}, ${asked.skip})`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

type DayCounts = { day: Day; strangers: number; colleagues: number; emails: number; withheld: number };

/** Seven days up to this one, the newest first. */
export async function selectWeek(db: OrgDb, today: Day): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`
    select d.day::date as day, (count(*) filter (where not e.colleague))::int as strangers,
      (count(*) filter (where e.colleague))::int as colleagues, coalesce(sum(e.emails), 0)::int as emails, coalesce(sum(e.withheld), 0)::int as withheld
    from generate_series(${today}::date - 6, ${today}::date, interval '1 day') as d(day) left join third_party_email e on e.day = d.day::date
    group by d.day order by d.day desc`.execute(db);
  return rows;
}

export const selectReports = (
  db: OrgDb,
): Promise<{ at: Date; about: About; comment: string; colleague: boolean }[]> =>
  db
    .selectFrom('thirdPartyReport')
    .select(['reportedAt as at', 'about', 'comment', 'colleague'])
    .orderBy('reportedAt', 'desc')
    .limit(100)
    .$narrowType<{ about: About }>()
    .execute();

export const selectDecision = (
  db: OrgDb,
): Promise<{ stopped: boolean; reason: string; by: string | null; at: Date } | undefined> =>
  db
    .selectFrom('thirdPartySender')
    .select(['stopped', 'reason', 'decidedBy as by', 'decidedAt as at'])
    .executeTakeFirst();
