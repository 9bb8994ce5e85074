import path from 'node:path';
import type { OrgScope } from '#platform/server/ctx.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg, toPdfBrand } from '#modules/catalog/server/public.ts';
import { policyFileName } from '../../rules.ts';
import { loadPolicy } from '../policies.ts';
import { renderPolicy } from './policyPdf.write.ts';
import { selectNamedCompany } from '../versions.store.ts';

const drawPolicy = drawn(path.join(import.meta.dirname, 'policyPdf.write.ts'), renderPolicy);

/** A document that opens in its window. */
export const pdfReply = (bytes: Buffer, name: string): FileReply => ({
  bytes,
  name,
  type: 'application/pdf',
  inline: true,
});

/**
 * One version as PDF, named by the rule and not by what an address says: of an approved one what was approved, of a draft
 * what it says now. Refuses with `no-such-policy`.
 */
export async function policyPdf(ctx: OrgScope, id: string, version: number): Promise<FileReply> {
  const { data: policy } = await loadPolicy(ctx, { policyType: id, version });
  const companyName = await ctx.inOrg((db) => selectNamedCompany(db, id, version));
  const brand = toPdfBrand(await brandOfOrg(ctx));
  const bytes = await drawPolicy(ctx, ctx.orgId, {
    brand,
    organization: companyName,
    policy: { ...policy, maps: policy.template?.maps ?? null },
    // what was approved is drawn once and stays the same
    now: policy.approvalDate ? new Date(policy.approvalDate) : ctx.now(),
  });
  return pdfReply(bytes, policyFileName(companyName, policy.name, policy.version));
}
