import { sql } from 'kysely';
import { pacificDay, type Day } from '#platform/days.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database.ts';
import { provedDomains } from '#modules/domains/server/public.ts';
import { peoplePerDay, type About, type Standing } from '../rules.ts';
import { lockSender, saveDecision, selectState } from './sending.store.ts';

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

/**
 * Organizations that had emails sent to others within seven days, or were reported or decided about: the urgent ones first.
 * @param channels null for every channel
 * @param onlyOpen those alone that wait for a decision of staff
 */
export async function listSenders(
  ctx: BaseCtx,
  {
    channels,
    onlyOpen,
    atMost,
    skip,
  }: { channels: readonly string[] | null; onlyOpen: boolean; atMost: number; skip: number },
): Promise<{ rows: SenderRow[]; total: number }> {
  const { rows } = await sql<
    SenderRow & { total: number }
  >`select org_id as "orgId", company_name as "companyName", channel_id as "channelId",
    plan_id as "planId", today_people as "todayPeople", week_people as "weekPeople", week_emails as "weekEmails", withheld, reports,
    last_report as "lastReport", stopped, decided_by as "decidedBy", decided_at as "decidedAt", total
    from third_party_senders(${channels}::text[], ${pacificDay(ctx.now())}::date, ${onlyOpen}, ${atMost}, ${skip})`.execute(
    ctx.global,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

type SenderDetails = {
  standing: Standing;
  perDay: { strangers: number; colleagues: number };
  decision: { stopped: boolean; reason: string; by: string | null; at: Date } | null;
  days: { day: Day; strangers: number; colleagues: number; emails: number; withheld: number }[];
  reports: { at: Date; about: About; comment: string; colleague: boolean }[];
};

/** Seven days of one organization's emails to others, and what recipients reported; never to whom they went. */
export async function readSender(ctx: Pick<BaseCtx, 'now'>, db: OrgDb): Promise<SenderDetails> {
  const today = pacificDay(ctx.now());
  const [{ paying }, domains] = [await selectState(db, today), await provedDomains(db)];
  const standing = paying ? 'paying' : domains.length > 0 ? 'proved' : 'unproved';
  const days = await sql<SenderDetails['days'][number]>`
    select d.day::date as day, (count(*) filter (where not e.colleague))::int as strangers,
      (count(*) filter (where e.colleague))::int as colleagues, coalesce(sum(e.emails), 0)::int as emails, coalesce(sum(e.withheld), 0)::int as withheld
    from generate_series(${today}::date - 6, ${today}::date, interval '1 day') as d(day) left join third_party_email e on e.day = d.day::date
    group by d.day order by d.day desc`.execute(db);
  const reports = await sql<SenderDetails['reports'][number]>`
    select reported_at as at, about, comment, colleague from third_party_report order by reported_at desc limit 100`.execute(
    db,
  );
  const decision = await sql<NonNullable<SenderDetails['decision']>>`
    select stopped, reason, decided_by as by, decided_at as at from third_party_sender`.execute(db);
  return {
    standing,
    perDay: peoplePerDay[standing],
    decision: decision.rows[0] ?? null,
    days: days.rows,
    reports: reports.rows,
  };
}

/** Stops the emails of an organization to others or lets them go on; its own log tells it. @returns whether that changed anything */
export async function decideSender(
  ctx: Pick<BaseCtx, 'now'>,
  db: OrgDb,
  { orgId, stop, reason, decidedBy }: { orgId: string; stop: boolean; reason: string; decidedBy: string },
): Promise<{ before: boolean }> {
  await lockSender(db);
  const { stopped } = await selectState(db, pacificDay(ctx.now()));
  await saveDecision(db, { orgId, stopped: stop, reason, decidedBy, at: ctx.now() });
  await recordAct(db, {
    act: stop ? 'third-party-email-stopped' : 'third-party-email-allowed',
    subject: 'third_party_sender',
    subjectName: reason,
  });
  return { before: stopped };
}
