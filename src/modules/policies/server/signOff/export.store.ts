import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import { askedPolicies, owedSignatures, signedPolicies } from './signOff.store.ts';

export type SignatureRow = {
  id: number;
  policyName: string;
  version: number;
  personName: string;
  personEmail: string;
  typedName: string;
  signedAt: Date;
  leftAt: Date | null;
  ip: string;
  userAgent: string;
  textHash: string;
};

/** Signatures of one policy or of all in the order in which they were given, behind the one named. */
export async function selectSignaturePage(
  db: OrgDb,
  policyId: string | null,
  after: number,
  limit: number,
): Promise<SignatureRow[]> {
  const { rows } = await sql<SignatureRow>`
    select g.id, g.policy_name, g.version, g.person_name, g.person_email,
      g.typed_name, g.signed_at, m.left_at, g.ip, g.user_agent, g.text_hash
    from policy_signature g left join team_member m on m.org_id = g.org_id and m.id = g.member_id
    where g.id > ${after} ${policyId === null ? sql`` : sql`and g.policy_id = ${policyId}`}
    order by g.id limit ${limit}`.execute(db);
  return rows;
}

/** What people of the team still owe, by policy and name. */
export async function selectWaiting(
  db: OrgDb,
  policyId: string | null,
): Promise<{ policyName: string; version: number; name: string; email: string }[]> {
  const { rows } = await sql<{ policyName: string; version: number; name: string; email: string }>`
    with ${askedPolicies}, ${signedPolicies}, ${owedSignatures}
    select o.policy_name, o.version, m.name, m.email from owed o join team_member m on m.id = o.member_id
    ${policyId === null ? sql`` : sql`where o.policy_id = ${policyId}`}
    order by lower(o.policy_name), o.policy_id, lower(m.name), m.id`.execute(db);
  return rows;
}
