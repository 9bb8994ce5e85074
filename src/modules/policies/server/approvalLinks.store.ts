import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import type { RequestRow } from './approvals.store.ts';

export async function selectRequest(db: OrgDb, id: string): Promise<RequestRow | null> {
  return (await db.selectFrom('policy_approval_request').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** A request with what its author says changed. */
export async function selectRequestToMail(db: OrgDb, id: string): Promise<RequestRow & { note: string }> {
  return db
    .selectFrom('policy_approval_request as r')
    .innerJoin('policy_version as v', (join) =>
      join.onRef('v.org_id', '=', 'r.org_id').onRef('v.policy_id', '=', 'r.policy_id').onRef('v.version', '=', 'r.version'),
    )
    .selectAll('r')
    .select('v.note')
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The draft is its author's again. */
export async function takeBackDraft(db: OrgDb, policyId: string, version: number): Promise<void> {
  await db
    .updateTable('policy_version')
    .set({ mode: 'customize' })
    .where('policy_id', '=', policyId)
    .where('version', '=', version)
    .where('status', '=', 'Draft')
    .execute();
}

export const isAdminAddress = async (db: OrgDb, email: string): Promise<boolean> =>
  (await db
    .selectFrom('admin')
    .select('cognito_id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()) !== undefined;
