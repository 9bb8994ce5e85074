import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Block, Template } from '../document.ts';
import type { PolicyInPack } from './pdf/packPdf.ts';
import { inTemplateOrder } from './templates/templates.ts';

/** Every policy that holds, with what was approved: those out of the box in their order, then the company's own by name. */
export async function selectPack(db: OrgDb): Promise<PolicyInPack[]> {
  const rows = await db
    .selectFrom('policyVersion')
    .select([
      'policyId',
      'name',
      'version',
      'approver',
      'approverEmail',
      'recordedBy',
      'recordedByEmail',
      'approvalDate',
      'savedAt',
      'reviewAt',
      'textHash',
      'blocks',
      'companyName',
      sql<Template['maps'] | null>`template -> 'maps'`.as('maps'),
    ])
    .where('inForce', '=', true)
    .orderBy('nameKey')
    .execute();
  return inTemplateOrder(rows).map(({ policyId, reviewAt, ...row }) => ({
    ...row,
    id: policyId,
    status: 'Active' as const,
    inForce: true,
    approvalDate: row.approvalDate?.toISOString() ?? null,
    savedAt: row.savedAt.toISOString(),
    reviewDate: reviewAt?.toISOString() ?? null,
    blocks: (row.blocks ?? []) as unknown as Block[],
  }));
}

/** Policies in force, the company's own by name. */
export const selectInForce = (db: OrgDb) =>
  db
    .selectFrom('policyVersion')
    .select(['policyId', 'name', 'version', 'approvalDate', 'reviewAt'])
    .where('inForce', '=', true)
    .orderBy('nameKey')
    .$narrowType<{ approvalDate: Date }>()
    .execute();

/** The pass mark of training that the policy on people has in force; undefined where none is. */
export async function selectPassMark(db: OrgDb): Promise<unknown> {
  const { rows } = await sql<{ mark: unknown }>`
    select coalesce(given_values -> 'passMark', defaults -> 'passMark') as mark
    from policy_version where policy_id = 'people' and in_force and template is not null`.execute(db);
  return rows[0]?.mark;
}
