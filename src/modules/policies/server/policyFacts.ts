import type { OrgScope } from '#platform/server/ctx.ts';
import { signOffCounts } from './signOff/signOff.store.ts';
import { signOffInPlan } from './signOff/requests.ts';
import { inTemplateOrder } from './templates/templates.ts';
import { selectInForce } from './inForce.store.ts';

/** What others may read of a policy in force. */
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
    rows: await selectInForce(db),
    signed: signs ? await signOffCounts(db) : new Map<string, { signed: number; asked: number }>(),
  }));
  return inTemplateOrder(rows).map(({ policyId, name, version, approvalDate, reviewAt }) => ({
    name,
    version,
    approvedAt: approvalDate.toISOString(),
    reviewAt: reviewAt?.toISOString() ?? null,
    signed: signed.get(policyId) ?? null,
  }));
}
