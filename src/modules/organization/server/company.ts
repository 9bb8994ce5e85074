import type { z } from 'zod';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { companySchema, organizationContract } from '../contract.ts';
import { industryLabel } from '../rules.ts';
import { updateCompany } from './organizations.store.ts';

export type Company = z.output<typeof companySchema>;

export const companyOf = (row: {
  companyName: string;
  companyUrl: string;
  numberOfEmployees: string;
  industry: string;
  phone: string;
}): Company => ({
  companyName: row.companyName,
  companyUrl: row.companyUrl,
  numberOfEmployees: row.numberOfEmployees,
  industry: { label: industryLabel(row.industry), value: row.industry },
  phone: row.phone,
});

/** Changes the facts of the caller's organisation. Another one's id is refused like that of none: `no-such-organization`. */
export async function changeCompany(
  ctx: OrgCtx,
  { orgId, ...facts }: z.output<(typeof organizationContract)['companyUpdate']['body']>,
): Promise<{ data: Company }> {
  if (orgId !== ctx.orgId) throw new Refusal('no-such-organization');
  const row = await ctx.inOrg((db) => updateCompany(db, ctx.orgId, facts, ctx.now()));
  if (!row) throw new Refusal('no-such-organization');
  return { data: companyOf(row) };
}
