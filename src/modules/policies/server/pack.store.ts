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
    .selectFrom('policy_version')
    .select([
      'policy_id',
      'name',
      'name_key',
      'version',
      'approver',
      'approver_email',
      'recorded_by',
      'recorded_by_email',
      'approval_date',
      'saved_at',
      'review_at',
      'text_hash',
      'blocks',
      'company_name',
      sql<Template['maps'] | null>`template -> 'maps'`.as('maps'),
    ])
    .where('in_force', '=', true)
    .orderBy('name_key')
    .execute();
  return rows
    .map((row) => ({ row, order: orderOf(row.policy_id) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ row }) => ({
      id: row.policy_id,
      name: row.name,
      version: row.version,
      status: 'Active' as const,
      inForce: true,
      approver: row.approver,
      approverEmail: row.approver_email,
      recordedBy: row.recorded_by,
      recordedByEmail: row.recorded_by_email,
      approvalDate: row.approval_date?.toISOString() ?? null,
      savedAt: row.saved_at.toISOString(),
      textHash: row.text_hash,
      reviewDate: row.review_at?.toISOString() ?? null,
      blocks: (row.blocks ?? []) as unknown as Block[],
      maps: row.maps,
      companyName: row.company_name,
    }));
}
