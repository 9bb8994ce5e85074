import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import { askedPolicies, minutesToRead, owedSignatures, signedPolicies } from './signOff.store.ts';

/** People who owe a signature of any of these policies, or owe one and were never mailed. */
export async function selectToAsk(db: OrgDb, policyIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    with ${askedPolicies}, ${signedPolicies}, ${owedSignatures}
    select distinct o.member_id from owed o left join policy_sign_request r on r.member_id = o.member_id
    where o.policy_id = any(${policyIds}::text[]) or r.member_id is null`.execute(db);
  return rows.map((row) => row.memberId);
}

export type OpenRequest = { memberId: string; askedAt: Date | null; sentAt: Date | null };

/** Who owes a signature, of the people named or of all, with the ask and the last reminder; `askedAt` is null for whoever was never mailed, or waits to be asked again. */
export async function selectOpenRequests(
  db: OrgDb,
  memberIds: readonly string[] | null = null,
): Promise<OpenRequest[]> {
  const { rows } = await sql<OpenRequest>`
    with ${askedPolicies}, ${signedPolicies}, ${owedSignatures}
    select distinct o.member_id, case when not r.postponed then r.asked_at end as asked_at, r.sent_at
    from owed o left join policy_sign_request r on r.member_id = o.member_id
    where ${memberIds === null} or o.member_id = any(${memberIds ?? []}::uuid[])`.execute(db);
  return rows;
}

/** The administrator who acts, where one does: an email names who asked. */
const actorId = sql`nullif(current_setting('app.actor', true), '')::jsonb ->> 'id'`;

export type Sending = {
  now: Date;
  expiresAt: Date;
  /** Days are counted from an ask anew; a reminder of one stage is sent once; one by hand not soon after the last mail. */
  how: 'ask' | 'reminder' | { unlessSince: Date };
  /** Day of the reminder that is due, which one by hand stands in for; 0 where none is. */
  stage: number;
};

/** Of the people named those who may be mailed now, with their addresses, in the order given. */
export async function selectToMail(
  db: OrgDb,
  memberIds: readonly string[],
  how: Sending['how'],
  stage: number,
): Promise<{ memberId: string; email: string }[]> {
  const rested =
    typeof how === 'object'
      ? sql`r.sent_at <= ${how.unlessSince}`
      : how === 'reminder'
        ? sql`r.reminded < ${stage}`
        : sql`true`;
  const { rows } = await sql<{ memberId: string; email: string }>`
    select m.id as member_id, m.email from unnest(${memberIds}::uuid[]) with ordinality as given(id, place) join team_member m using (id)
    left join policy_sign_request r on r.member_id = m.id
    where r.member_id is null or ${rested} order by given.place`.execute(db);
  return rows;
}

/** Notes that people wait to be asked again on another day; who was never mailed waits anyway. */
export async function postpone(db: OrgDb, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length > 0)
    await sql`update policy_sign_request set postponed = true where member_id = any(${memberIds}::uuid[])`.execute(
      db,
    );
}

/**
 * Notes that people are mailed their link, which works until `expiresAt`; one that had expired is replaced, so that the old
 * mail opens nothing.
 * @returns those who are to be mailed: of two that send at once, one does
 */
export async function noteSent(
  db: OrgDb,
  orgId: string,
  memberIds: readonly string[],
  sending: Sending,
): Promise<string[]> {
  const { now, expiresAt, how, stage } = sending;
  const may =
    how === 'ask'
      ? sql`true`
      : how === 'reminder'
        ? sql`r.reminded < excluded.reminded`
        : sql`r.sent_at <= ${how.unlessSince}`;
  const days =
    how === 'ask'
      ? sql`asked_at = excluded.asked_at, reminded = 0`
      : sql`reminded = greatest(r.reminded, excluded.reminded)`;
  const { rows } = await sql<{ memberId: string }>`
    insert into policy_sign_request as r (org_id, member_id, asked_at, sent_at, reminded, expires_at, asked_by)
    select ${orgId}::uuid, id, ${now}::timestamptz, ${now}::timestamptz, ${stage}::smallint, ${expiresAt}::timestamptz, ${actorId}
    from unnest(${memberIds.toSorted()}::uuid[]) as given(id)
    on conflict (org_id, member_id) do update set ${days}, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
      asked_by = coalesce(excluded.asked_by, r.asked_by), postponed = false,
      link_round = case when r.expires_at <= excluded.sent_at then r.link_round + 1 else r.link_round end
    where ${may}
    returning member_id`.execute(db);
  return rows.map((row) => row.memberId);
}

export type Addressee = {
  memberId: string;
  name: string;
  email: string;
  linkRound: number;
  expiresAt: Date;
  waiting: { name: string; minutes: number }[];
  /** Who asked, where that is still an administrator; else empty. */
  administrator: string;
  isAdmin: boolean;
};

/** People of the team with their links and all that waits for them; those who owe nothing are left out. */
export async function selectAddressees(db: OrgDb, memberIds: readonly string[]): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    with ${askedPolicies}, ${signedPolicies}, ${owedSignatures},
    length as (select v.policy_id, ${minutesToRead} as minutes from policy_version v join asked a on a.policy_id = v.policy_id and a.version = v.version)
    select m.id as member_id, m.name, m.email, r.link_round, r.expires_at,
      jsonb_agg(jsonb_build_object('name', o.policy_name, 'minutes', l.minutes) order by lower(o.policy_name), o.policy_id) as waiting,
      coalesce((select trim(a.first_name || ' ' || a.last_name) from admin a where a.cognito_id = r.asked_by), '') as administrator,
      exists (select from admin a where lower(a.email) = lower(m.email)) as is_admin
    from owed o join team_member m on m.id = o.member_id join policy_sign_request r on r.member_id = o.member_id
    join length l on l.policy_id = o.policy_id
    where o.member_id = any(${memberIds}::uuid[])
    group by m.id, m.name, m.email, r.link_round, r.expires_at, r.asked_by order by lower(m.name), m.id`.execute(
    db,
  );
  return rows;
}

/** The link that a person got opens nothing from now on; their next mail brings a new one. */
export async function endSigningLink(db: OrgDb, memberId: string): Promise<void> {
  await sql`update policy_sign_request set link_round = link_round + 1 where member_id = ${memberId}`.execute(
    db,
  );
}

export async function selectCompanyName(db: OrgDb): Promise<string> {
  return (await db.selectFrom('organization').select('companyName').executeTakeFirst())?.companyName ?? '';
}

/** Organisations whose teams are asked to sign, in order, after the one given. */
export async function selectOrganizationsWithSignOff(
  db: GlobalDb,
  after: string,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{
    orgId: string;
  }>`select org_id from organizations_with_sign_off(${after}, ${atMost})`.execute(db);
  return rows.map((row) => row.orgId);
}
