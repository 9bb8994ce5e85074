import type { OrgScope } from '#platform/server/ctx.ts';
import { signOffCounts } from './signOff.store.ts';
import { signOffInPlan } from './signRequests.ts';
import { policyTemplates } from './templates.ts';

/** What may be told of a policy in force to others. */
export type PolicyFacts = {
  name: string;
  version: number;
  approvedAt: string;
  reviewAt: string | null;
  /** Of the people who are asked to sign it; null where nobody is. */
  signed: { signed: number; asked: number } | null;
};

/** Every policy in force: those out of the box in their order, then the company's own by name. */
export async function policyFacts(ctx: OrgScope): Promise<PolicyFacts[]> {
  const signs = await signOffInPlan(ctx);
  const { rows, signed } = await ctx.inOrg(async (db) => ({
    rows: await db
      .selectFrom('policyVersion')
      .select(['policyId', 'name', 'version', 'approvalDate', 'reviewAt'])
      .where('inForce', '=', true)
      .orderBy('nameKey')
      .execute(),
    signed: signs ? await signOffCounts(db) : new Map<string, { signed: number; asked: number }>(),
  }));
  const orderOf = (id: string): number => policyTemplates().get(id)?.order ?? Number.MAX_SAFE_INTEGER;
  return rows
    .toSorted((one, other) => orderOf(one.policyId) - orderOf(other.policyId))
    .map((row) => ({
      name: row.name,
      version: row.version,
      approvedAt: row.approvalDate!.toISOString(),
      reviewAt: row.reviewAt?.toISOString() ?? null,
      signed: signed.get(row.policyId) ?? null,
    }));
}
