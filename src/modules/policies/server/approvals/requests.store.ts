import { sql, type Selectable } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database/database.ts';

export type RequestRow = Selectable<Tables['policyApprovalRequest']>;

/** The latest request of each open draft, or of one version. */
export async function selectLatestRequests(
  db: OrgDb,
  of?: { policyId: string; version: number },
): Promise<RequestRow[]> {
  const one = of
    ? sql`and r.policy_id = ${of.policyId} and r.version = ${of.version}`
    : sql`and v.status = 'Draft'`;
  const { rows } = await sql<RequestRow>`
    select distinct on (r.policy_id, r.version) r.*
    from policy_approval_request r
    join policy_version v on v.org_id = r.org_id and v.policy_id = r.policy_id and v.version = r.version
    where true ${one}
    order by r.policy_id, r.version, r.sent_at desc, r.id`.execute(db);
  return rows;
}

export type NewRequest = Omit<RequestRow, 'outcome' | 'comment' | 'answeredAt' | 'answeredIp' | 'linkRound'>;

export async function insertRequest(db: OrgDb, given: NewRequest): Promise<void> {
  await db.insertInto('policyApprovalRequest').values(given).execute();
}

export type RequestEnd = {
  outcome: 'approved' | 'returned' | 'voided';
  comment?: string;
  at: Date;
  ip: string | null;
};

/**
 * Ends the request of a policy that waits, if one does; its link leads nowhere from then on.
 * @param exceptOf an address whose request stays
 * @returns the request that was ended
 */
export async function endWaitingRequest(
  db: OrgDb,
  policyId: string,
  end: RequestEnd,
  exceptOf = '',
): Promise<RequestRow | null> {
  const ended = await db
    .updateTable('policyApprovalRequest')
    .set({ outcome: end.outcome, comment: end.comment ?? '', answeredAt: end.at, answeredIp: end.ip })
    .where('policyId', '=', policyId)
    .where('outcome', '=', 'waiting')
    .where(sql<string>`lower(approver_email)`, '!=', exceptOf.toLowerCase())
    .returningAll()
    .executeTakeFirst();
  return ended ?? null;
}
