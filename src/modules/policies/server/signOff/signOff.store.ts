import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import { wordsPerMinute } from '#platform/taskTime.ts';
import type { Overview, Signer } from '../../signOffContract.ts';

/**
 * Policies that are asked, in the version that holds. A signature counts from `since` on: the last version that its author
 * called material, so that a minor one asks nobody again.
 */
export const askedPolicies = sql`asked as materialized (
  select v.policy_id, v.name, v.version, v.text_hash, (select coalesce(max(m.version), 0) from policy_version m
    where m.org_id = v.org_id and m.policy_id = v.policy_id and m.status = 'Active' and m.material) as since
  from policy_sign_off s join policy_version v on v.org_id = s.org_id and v.policy_id = s.policy_id and v.in_force)`;

/** Behind `asked`: who has signed which of them, leavers too. Worked out once, whatever the database guesses of its size. */
export const signedPolicies = sql`done as materialized (
  select g.member_id, g.policy_id, max(g.signed_at) as signed_at
  from policy_signature g join asked a on a.policy_id = g.policy_id and g.version >= a.since group by 1, 2)`;

/** Behind `done`: what people of the team still owe. A set less a set, which is quick whatever the database guesses of their sizes. */
export const owedSignatures = sql`owing as materialized (
    select m.id as member_id, a.policy_id from team_member m cross join asked a where m.left_at is null and m.signs
    except select member_id, policy_id from done),
  owed as (select o.member_id, o.policy_id, a.name as policy_name, a.version from owing o join asked a on a.policy_id = o.policy_id)`;

/** Minutes to read a version `v`. */
export const minutesToRead = sql<number>`greatest(1, ceil(cardinality(regexp_split_to_array(
  trim(regexp_replace(v.body_html, '<[^>]*>', ' ', 'g')), '\\s+')) / ${wordsPerMinute}::numeric))::int`;

/** Behind `owing`: how many people the team has, and of how many each policy still waits. */
const sizes = sql`team as materialized (select count(*)::int as people from team_member where left_at is null and signs),
  open as materialized (select policy_id, count(*)::int as waiting from owing group by 1)`;

/** How many people of the team have signed each policy that is asked, by the policy's id; in one statement. */
export async function signOffCounts(db: OrgDb): Promise<Map<string, { signed: number; asked: number }>> {
  const { rows } = await sql<{ policyId: string; signed: number; asked: number }>`
    with ${askedPolicies}, ${signedPolicies}, ${owedSignatures}, ${sizes}
    select a.policy_id, team.people - coalesce(o.waiting, 0) as signed, team.people as asked
    from asked a cross join team left join open o on o.policy_id = a.policy_id`.execute(db);
  return new Map(rows.map(({ policyId: id, signed, asked }) => [id, { signed, asked }]));
}

/** Policies that hold, with what is signed of those that are asked; and how many people have signed everything. */
export async function selectOverview(db: OrgDb): Promise<Overview> {
  const { rows } = await sql<Overview>`
    with ${askedPolicies}, ${signedPolicies}, ${owedSignatures}, ${sizes}
    select team.people,
      case when exists (select from asked) then team.people - (select count(distinct member_id)::int from owing) else 0 end as done,
      coalesce((select jsonb_agg(jsonb_build_object('id', v.policy_id, 'name', v.name, 'version', v.version, 'asked', a.policy_id is not null,
          'signed', case when a.policy_id is null then 0 else team.people - coalesce(o.waiting, 0) end, 'people', team.people)
          order by lower(v.name), v.policy_id)
        from policy_version v left join asked a on a.policy_id = v.policy_id left join open o on o.policy_id = v.policy_id
        where v.in_force), '[]') as policies
    from team`.execute(db);
  return rows[0]!;
}

export type SignerRow = Omit<Signer, 'sentAt' | 'lastSignedAt'> & {
  sentAt: Date | null;
  lastSignedAt: Date | null;
};

const signersFound = sql`${askedPolicies}, ${signedPolicies},
  by_person as materialized (select member_id, count(*)::int as signed from done group by 1),
  last_signed as materialized (select member_id, max(signed_at) as at from policy_signature group by 1),
  size as materialized (select count(*)::int as asked from asked),
  signer as (
    select m.id as member_id, m.name, m.email, m.email_key, coalesce(p.signed, 0) as signed, size.asked, r.sent_at, l.at as last_signed_at
    from team_member m cross join size left join by_person p on p.member_id = m.id left join last_signed l on l.member_id = m.id
    left join policy_sign_request r on r.org_id = m.org_id and r.member_id = m.id
    where m.left_at is null and m.signs)`;

export type SignerSearch = {
  search: string;
  only: 'all' | 'waiting' | 'done';
  sort: 'name' | 'email' | 'signed' | 'sentAt';
  down: boolean;
  limit: number;
  skip: number;
};

const sortKeys = { name: sql`lower(name)`, email: sql`email_key`, signed: sql`signed`, sentAt: sql`sent_at` };

/** A page of the team with what each has signed, and how many people the search finds; in one statement. */
export async function selectSigners(
  db: OrgDb,
  given: SignerSearch,
): Promise<{ people: SignerRow[]; total: number }> {
  const { search, only, limit, skip } = given;
  // whoever got no mail yet stands before everybody who did
  const order = sql`${sortKeys[given.sort]} ${given.down ? sql`desc nulls last` : sql`asc nulls first`}, lower(name), member_id`;
  const { rows } = await sql<SignerRow & { total: number }>`
    with ${signersFound}, found as (
      select * from signer
      where (${search} = '' or position(lower(${search}) in lower(name)) > 0 or position(lower(${search}) in email_key) > 0)
        and (${only} = 'all' or ${only} = 'waiting' and signed < asked or ${only} = 'done' and asked > 0 and signed = asked)
    ), page as (select f.*, row_number() over (order by ${order}) as place from found f order by place limit ${limit} offset ${skip})
    select p.member_id, p.name, p.email, p.signed, p.asked, p.sent_at, p.last_signed_at, t.total
    from (select count(*)::int as total from found) t left join page p on true order by p.place`.execute(db);
  return { people: rows.filter((row) => row.memberId !== null), total: rows[0]!.total };
}

export async function selectSigner(db: OrgDb, memberId: string): Promise<SignerRow | null> {
  const { rows } = await sql<SignerRow>`
    with ${signersFound} select member_id, name, email, signed, asked, sent_at, last_signed_at from signer where member_id = ${memberId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export type Owed = { policyType: string; policyName: string; version: number };

/** What one person still owes, by name of the policy. */
export async function selectOwedBy(db: OrgDb, memberId: string): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    with ${askedPolicies}, ${signedPolicies}, ${owedSignatures}
    select policy_id as policy_type, policy_name, version from owed where member_id = ${memberId}
    order by lower(policy_name), policy_id`.execute(db);
  return rows;
}

/**
 * Makes these the policies that the team is asked to sign.
 * @returns ids of those that were not asked before
 */
export async function replaceAsked(
  db: OrgDb,
  orgId: string,
  policies: readonly { policyId: string; name: string }[],
  now: Date,
): Promise<string[]> {
  const ids = policies.map(({ policyId }) => policyId);
  const gone = db.deleteFrom('policySignOff');
  await (ids.length > 0 ? gone.where('policyId', 'not in', ids) : gone).execute();
  if (ids.length === 0) return [];
  const added = await db
    .insertInto('policySignOff')
    .values(policies.map(({ policyId, name: policyName }) => ({ orgId, policyId, policyName, askedAt: now })))
    .onConflict((conflict) => conflict.columns(['orgId', 'policyId']).doNothing())
    .returning('policyId')
    .execute();
  return added.map((row) => row.policyId);
}

export const isAsked = async (db: OrgDb, policyId: string): Promise<boolean> =>
  (await db
    .selectFrom('policySignOff')
    .select('policyId')
    .where('policyId', '=', policyId)
    .executeTakeFirst()) !== undefined;
