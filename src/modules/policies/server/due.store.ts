import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

export type WaitingApproval = { policyName: string; approverName: string; sentAt: Date; expiresAt: Date };

/** Approvals that were asked for before a moment, have no answer, and can still be given; the oldest first. */
export const waitingApprovals = (db: OrgDb, before: Date, now: Date): Promise<WaitingApproval[]> =>
  db
    .selectFrom('policyApprovalRequest')
    .select(['policyName', 'approverName', 'sentAt', 'expiresAt'])
    .where('outcome', '=', 'waiting')
    .where('sentAt', '<=', before)
    .where('expiresAt', '>', now)
    .orderBy('sentAt')
    .orderBy('policyName')
    .limit(50)
    .execute();

/** Policies that came into force since a moment; those to be reviewed, and drafts whose approver has not answered, now. */
export type PoliciesSince = { approved: number; reviewDue: number; waiting: number };

export async function policiesSince(db: OrgDb, since: Date, now: Date): Promise<PoliciesSince> {
  const { rows } = await sql<PoliciesSince>`
    select count(*) filter (where in_force and approval_date >= ${since})::int as approved,
      count(*) filter (where in_force and review_at <= ${now})::int as review_due,
      (select count(*)::int from policy_approval_request where outcome = 'waiting' and expires_at > ${now}) as waiting
    from policy_version where in_force`.execute(db);
  return rows[0]!;
}
