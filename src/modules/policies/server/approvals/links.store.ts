import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { RequestRow } from './requests.store.ts';

export async function selectRequest(db: OrgDb, id: string): Promise<RequestRow | null> {
  return (
    (await db.selectFrom('policyApprovalRequest').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/** The draft is its author's again. */
export async function takeBackDraft(db: OrgDb, policyId: string, version: number): Promise<void> {
  await db
    .updateTable('policyVersion')
    .set({ mode: 'customize' })
    .where('policyId', '=', policyId)
    .where('version', '=', version)
    .where('status', '=', 'Draft')
    .execute();
}

export const isAdminAddress = async (db: OrgDb, email: string): Promise<boolean> =>
  (await db
    .selectFrom('admin')
    .select('cognitoId')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()) !== undefined;
