import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Block } from '../../document.ts';
import type { PublicPolicy } from '../../entities.ts';
import type { SignedLine } from '../../signOffContract.ts';
import { askedPolicies, minutesToRead } from './signOff.store.ts';

/** Everything that one person has signed, newest first. */
export async function selectSignaturesOf(db: OrgDb, memberId: string): Promise<SignedLine[]> {
  const rows = await db
    .selectFrom('policySignature')
    .select(['policyId', 'policyName', 'version', 'typedName', 'personEmail', 'signedAt'])
    .where('memberId', '=', memberId)
    .orderBy('signedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    policyType: row.policyId,
    policyName: row.policyName,
    version: row.version,
    name: row.typedName,
    email: row.personEmail,
    signedAt: row.signedAt.toISOString(),
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
    .selectFrom('policySignRequest as r')
    .innerJoin('teamMember as m', (join) =>
      join.onRef('m.orgId', '=', 'r.orgId').onRef('m.id', '=', 'r.memberId'),
    )
    .innerJoin('organization as o', 'o.orgId', 'r.orgId')
    .select(['m.name', 'm.email', 'o.companyName', 'r.linkRound', 'r.expiresAt'])
    .where('r.memberId', '=', memberId)
    .where('m.leftAt', 'is', null)
    .where('m.signs', '=', true)
    .executeTakeFirst();
  return row ?? null;
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
    select a.policy_id as id, a.name, a.version, a.text_hash, coalesce(v.template ->> 'summary', '') as summary,
      ${minutesToRead} as minutes, v.note, d.signed_at,
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
    select v.policy_id as id, v.name, v.version, coalesce(v.template ->> 'summary', '') as summary, v.approver, v.recorded_by, v.approval_date,
      v.note, v.blocks, v.text_hash
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
export async function insertSignature(db: OrgDb, { now, ...given }: NewSignature): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('policySignature')
    .values({ ...given, signedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
