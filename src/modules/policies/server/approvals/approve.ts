import { randomUUID } from 'node:crypto';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { monthsLater } from '../../rules.ts';
import { queueApprovalOutcome } from './mails.ts';
import { endWaitingRequest } from './requests.store.ts';
import { contentOf, hashOfText, type Company, type Content } from '../texts/content.ts';
import { afterApproval } from '../signOff/requests.ts';
import { selectVersion, writeApproval, type Version } from '../versions.store.ts';

export type Approver = {
  name: string;
  email: string;
  /** Who writes the approval down, where that is somebody else. */
  recordedBy: { name: string; email: string } | null;
  ip: string;
};

/** Refuses a text that cannot be approved: with `values-missing`, `text-missing`. */
export function refuseIncomplete(content: Content): void {
  if (content.missing.length > 0)
    throw new Refusal('values-missing', {
      missing: content.missing.map(({ label }) => label),
      fields: content.missing.map(({ key, label }) => ({
        field: `policy.customValues.${key}`,
        message: `${label} is empty.`,
      })),
    });
  if (content.blocks.length === 0) throw new Refusal('text-missing');
}

const reviewMonths = (company: Company, { values }: Content): number => {
  const months = values.reviewMonths ?? company.defaults.reviewMonths;
  return typeof months === 'number' ? months : 12;
};

/** The open draft, to be approved; the caller holds `lockPolicies`. */
export async function openDraft(db: OrgDb, policyId: string, version: number): Promise<Version> {
  const draft = await selectVersion(db, policyId, version);
  if (draft?.status !== 'Draft') throw new Refusal('no-such-policy');
  return draft;
}

/**
 * Approves an open draft as it stands: text, values, template, approver and fingerprint stay from now on. A request that
 * waits is answered with it. The caller holds `lockPolicies`.
 */
export async function approveDraft(
  ctx: OrgScope,
  db: OrgDb,
  company: Company,
  draft: Version,
  approver: Approver,
): Promise<void> {
  const content = contentOf(company, draft);
  refuseIncomplete(content);
  const at = ctx.now();
  await writeApproval(db, draft.policyId, draft.version, {
    ...approver,
    at,
    reviewAt: monthsLater(at, reviewMonths(company, content)),
    companyName: company.companyName,
    defaults: content.defaults,
    text: content.text,
    textHash: hashOfText(content.text),
    blocks: content.blocks,
    etag: randomUUID(),
  });
  const answered = await endWaitingRequest(db, draft.policyId, { outcome: 'approved', at, ip: approver.ip });
  if (answered)
    await queueApprovalOutcome(ctx, db, {
      ...answered,
      decision: 'approve',
      name: approver.recordedBy?.name ?? approver.name,
    });
  await afterApproval(ctx, db, draft.policyId, draft.material);
}
