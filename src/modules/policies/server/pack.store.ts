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
      'nameKey',
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
    .map(({ row }) => ({
      id: row.policyId,
      name: row.name,
      version: row.version,
      status: 'Active' as const,
      inForce: true,
      approver: row.approver,
      approverEmail: row.approverEmail,
      recordedBy: row.recordedBy,
      recordedByEmail: row.recordedByEmail,
      approvalDate: row.approvalDate?.toISOString() ?? null,
      savedAt: row.savedAt.toISOString(),
      textHash: row.textHash,
      reviewDate: row.reviewAt?.toISOString() ?? null,
      blocks: (row.blocks ?? []) as unknown as Block[],
      maps: row.maps,
      companyName: row.companyName,
    }));
}
