import type { OrgScope } from '#platform/server/ctx.ts';
import { brandOfOrg, toPdfBrand } from '#modules/brand/server/public.ts';
import { policyFileName } from '../rules.ts';
import { selectCompany } from './company.store.ts';
import { loadPolicy } from './policies.ts';
import { renderPolicy } from './policyPdf.write.ts';

/** One version as PDF: of an approved one what was approved, of a draft what it says now. Refuses with `no-such-policy`. */
export async function policyPdf(ctx: OrgScope, id: string, version: number): Promise<{ bytes: Buffer; name: string }> {
  const { data: policy } = await loadPolicy(ctx, { policyType: id, version });
  const { companyName } = await ctx.inOrg((db) => selectCompany(db));
  const brand = toPdfBrand(await brandOfOrg(ctx));
  const bytes = await renderPolicy({
    brand,
    organization: companyName,
    policy: { ...policy, maps: policy.template?.maps ?? null },
    now: ctx.now(),
  });
  return { bytes, name: policyFileName(companyName, policy.name, policy.version) };
}
