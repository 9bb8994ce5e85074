import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import type { Block, Template } from '../document.ts';
import type { PolicyInPack } from './packPdf.ts';

/** Every policy that holds, with what was approved: those out of the box in their order, then the company's own by name. */
export async function selectInForce(
  db: OrgDb,
  orderOf: (policyId: string) => number,
): Promise<PolicyInPack[]> {
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
  return rows
    .map((row) => ({ row, order: orderOf(row.policyId) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ row: { policyId, reviewAt, ...row } }) => ({
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
