import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import type { Block } from '../document.ts';
import type { PublicPolicy } from '../entities.ts';
import type { SignedLine } from '../signOffContract.ts';
import { askedPolicies, minutesToRead } from './signOff.store.ts';

/** Everything that one person has signed, newest first. */
export async function selectSignaturesOf(db: OrgDb, memberId: string): Promise<SignedLine[]> {
  const rows = await db
    .selectFrom('policy_signature')
    .select(['policy_id', 'policy_name', 'version', 'typed_name', 'person_email', 'signed_at'])
    .where('member_id', '=', memberId)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    policyType: row.policy_id,
    policyName: row.policy_name,
    version: row.version,
    name: row.typed_name,
    email: row.person_email,
    signedAt: row.signed_at.toISOString(),
  }));
}

export type SigningPerson = {
  name: string;
  email: string;
  companyName: string;
  linkRound: number;
  expiresAt: Date;
};

/** Whose link it is; null for somebody who was never asked or signs no longer. */
export async function selectSigningPerson(db: OrgDb, memberId: string): Promise<SigningPerson | null> {
  const row = await db
    .selectFrom('policy_sign_request as r')
    .innerJoin('team_member as m', (join) =>
      join.onRef('m.org_id', '=', 'r.org_id').onRef('m.id', '=', 'r.member_id'),
    )
    .innerJoin('organization as o', 'o.org_id', 'r.org_id')
    .select(['m.name', 'm.email', 'o.company_name', 'r.link_round', 'r.expires_at'])
    .where('r.member_id', '=', memberId)
    .where('m.left_at', 'is', null)
    .where('m.signs', '=', true)
    .executeTakeFirst();
  return row
    ? {
        name: row.name,
        email: row.email,
        companyName: row.company_name,
        linkRound: row.link_round,
        expiresAt: row.expires_at,
      }
    : null;
}

export type AskedOf = {
  id: string;
  name: string;
  version: number;
  textHash: string;
  summary: string;
  minutes: number;
  note: string;
  signedAt: Date | null;
  /** An earlier version was signed, and that no longer counts. */
  again: boolean;
};

/** Every policy that is asked, and what a person has signed of it. */
export async function selectAskedOf(db: OrgDb, memberId: string): Promise<AskedOf[]> {
  const { rows } = await sql<AskedOf>`
    with ${askedPolicies}, own as materialized (select policy_id, version, signed_at from policy_signature where member_id = ${memberId})
    select a.policy_id as id, a.name, a.version, a.text_hash as "textHash", coalesce(v.template ->> 'summary', '') as summary,
      ${minutesToRead} as minutes, v.note, d.signed_at as "signedAt",
      d.signed_at is null and exists (select from own where own.policy_id = a.policy_id) as again
    from asked a join policy_version v on v.policy_id = a.policy_id and v.version = a.version
    cross join lateral (select max(own.signed_at) as signed_at from own where own.policy_id = a.policy_id and own.version >= a.since) d
    order by d.signed_at is not null, lower(a.name), a.policy_id`.execute(db);
  return rows;
}

/** The text of a policy that is asked, in the version that holds; null where it is not. */
export async function selectTextToSign(db: OrgDb, policyId: string): Promise<PublicPolicy | null> {
  const { rows } = await sql<
    Omit<PublicPolicy, 'approvalDate' | 'blocks'> & { approvalDate: Date; blocks: Block[] }
  >`
    select v.policy_id as id, v.name, v.version, coalesce(v.template ->> 'summary', '') as summary, v.approver, v.recorded_by as "recordedBy", v.approval_date as "approvalDate",
      v.note, v.blocks, v.text_hash as "textHash"
    from policy_sign_off s join policy_version v on v.org_id = s.org_id and v.policy_id = s.policy_id and v.in_force
    where s.policy_id = ${policyId}`.execute(db);
  const row = rows[0];
  return row ? { ...row, approvalDate: row.approvalDate.toISOString() } : null;
}

export type NewSignature = {
  orgId: string;
  memberId: string;
  policyId: string;
  policyName: string;
  version: number;
  textHash: string;
  typedName: string;
  personName: string;
  personEmail: string;
  now: Date;
  ip: string;
  userAgent: string;
};

/** False when this person has signed this version before. */
export async function insertSignature(db: OrgDb, given: NewSignature): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('policy_signature')
    .values({
      org_id: given.orgId,
      member_id: given.memberId,
      policy_id: given.policyId,
      policy_name: given.policyName,
      version: given.version,
      text_hash: given.textHash,
      typed_name: given.typedName,
      person_name: given.personName,
      person_email: given.personEmail,
      signed_at: given.now,
      ip: given.ip,
      user_agent: given.userAgent,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
