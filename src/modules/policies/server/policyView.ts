import type { GivenValues, Template } from '../document.ts';
import { blankPolicy } from '../blankPolicy.ts';
import type { ApprovalRequest, Policy, PolicySummary, StoredVersion } from '../entities.ts';
import { policyFileName, reviewStanding } from '../rules.ts';
import { basisOf, contentOf, type Company } from './texts/content.ts';
import { policyTemplates } from './templates/templates.ts';
import type { FrozenTemplate, Version, VersionNote } from './versions.store.ts';

const versionFields = (of: VersionNote) => ({
  ...of,
  id: of.policyId,
  approvalDate: of.approvalDate?.toISOString() ?? null,
  saved: true,
  savedAt: of.savedAt.toISOString(),
});

export const hasNewerTemplate = ({
  policyId,
  templateVersion,
}: Pick<VersionNote, 'policyId' | 'templateVersion'>): boolean =>
  templateVersion !== null && (policyTemplates().get(policyId)?.templateVersion ?? 0) > templateVersion;

/** One line of the list. */
export const summaryOf = (
  of: VersionNote,
  request: ApprovalRequest | null,
  signOff: PolicySummary['signOff'],
  now: Date,
): PolicySummary => ({
  ...versionFields(of),
  reviewDate: of.reviewAt?.toISOString() ?? null,
  review: of.inForce ? reviewStanding(of.reviewAt, now) : 'none',
  newerTemplate: hasNewerTemplate(of),
  signOff,
  returned: of.status === 'Draft' && request?.outcome === 'returned',
});

/** @param companyName what the company is called now; an approved version keeps the name it was approved under */
export const storedVersionOf = (of: VersionNote, companyName: string): StoredVersion => ({
  ...versionFields(of),
  file: policyFileName(of.companyName ?? companyName, of.name, of.version),
});

const templateOf = (
  company: Company,
  frozen: FrozenTemplate,
  templateVersion: number,
  defaults: GivenValues,
): Template => ({
  ...frozen,
  templateVersion,
  values: [...frozen.values, ...company.specs],
  defaults,
  basis: basisOf(templateVersion, defaults),
});

/** One version, whole: of an approved one exactly what was approved, and what its next draft is filled from; of a draft what it says now. */
export function policyOf(company: Company, of: Version, request: ApprovalRequest | null): Policy {
  const content = contentOf(company, of);
  const { text, blocks } = of.frozen ?? content;
  return {
    ...versionFields(of),
    customValues: of.values,
    customPolicy: of.customHtml ?? '',
    template: of.template && templateOf(company, of.template, of.templateVersion!, content.defaults),
    text,
    blocks,
    missing: of.frozen ? [] : content.missing.map(({ label }) => label),
    reviewDate: of.reviewAt?.toISOString() ?? null,
    newerTemplate: hasNewerTemplate(of),
    request,
  };
}

/** A template that was never saved, as it would be opened. */
export function untouchedPolicy(
  company: Company,
  id: string,
  name: string,
  frozen: FrozenTemplate,
  templateVersion: number,
): Policy {
  const content = contentOf(company, { template: frozen, values: {}, customHtml: null });
  return {
    ...blankPolicy,
    id,
    name,
    custom: false,
    template: templateOf(company, frozen, templateVersion, content.defaults),
    text: content.text,
    blocks: content.blocks,
    missing: content.missing.map(({ label }) => label),
  };
}
