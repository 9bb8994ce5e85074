import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { finishPdf, openPdf } from '#platform/server/pdf/document.ts';
import type { Pdf, PdfOptions } from '#platform/server/pdf/document.ts';
import type { Policy } from '../../entities.ts';
import type { Template } from '../../document.ts';
import { standingOf, writeFacts, writePolicy } from './policyPdf.parts.ts';

/** What stands in a policy's file of one version. */
export type PolicyOnPaper = Pick<
  Policy,
  | 'id'
  | 'name'
  | 'version'
  | 'status'
  | 'inForce'
  | 'approver'
  | 'approverEmail'
  | 'recordedBy'
  | 'recordedByEmail'
  | 'approvalDate'
  | 'savedAt'
  | 'textHash'
  | 'reviewDate'
  | 'blocks'
> & {
  /** Null for custom policies. */
  maps: Template['maps'] | null;
};

export type PolicyPdfInput = { brand: PdfBrand; organization: string; policy: PolicyOnPaper; now: Date };

/** Compact enough that a policy stays within a few pages, large enough to be read with pleasure. */
export function openPolicyDocument(options: PdfOptions): Pdf {
  const pdf = openPdf(options);
  const { scale, theme } = pdf;
  Object.assign(scale, {
    title: { ...scale.title, size: 24, leading: 30 },
    h1: { ...scale.h1, size: 13, leading: 18, tracking: -0.1 },
    h2: { ...scale.h2, size: 10.5, leading: 14.5 },
    h3: { ...scale.h3, size: 10, leading: 14, face: 'medium', color: theme.muted },
    body: { ...scale.body, size: 10, leading: 13.5 },
    table: { ...scale.table, size: 9.25, leading: 12.5 },
  });
  pdf.measure = 496;
  return pdf;
}

export const footerOf = (organization: string, fromTemplate: boolean): string =>
  fromTemplate ? `${organization}  \u00b7  A starting point, not legal advice` : organization;

/** One version of a policy as a tagged PDF. Same input, same bytes. */
export async function renderPolicy({ brand, organization, policy, now }: PolicyPdfInput): Promise<Buffer> {
  const isDraft = policy.status === 'Draft';
  const standing = standingOf(policy).word.toLowerCase();
  const pdf = openPolicyDocument({
    brand,
    title: `${policy.name}, version ${policy.version}${isDraft ? ' (draft)' : ''}`,
    subject: `Security policy of ${organization}, version ${policy.version}, ${standing}`,
    keywords: ['security policy', policy.name, ...(policy.maps?.csf ?? [])],
    runningTitle: `${policy.name}  \u00b7  version ${policy.version}, ${standing}`,
    footer: footerOf(organization, policy.maps !== null),
    now,
    ...(isDraft ? { watermark: 'DRAFT' } : {}),
  });
  cover(pdf, { title: policy.name, kind: 'Security policy', organization, subtitle: '' });
  writeFacts(pdf, policy);
  await writePolicy(pdf, policy, 0);
  return finishPdf(pdf);
}
