import { randomUUID } from 'node:crypto';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { mailboxKey } from '#platform/server/mail/limits.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashCode } from '#platform/server/secrets/secrets.ts';
import { reserveEmail } from '#modules/sending/server/public.ts';
import type { ApprovalRequest } from '../../entities.ts';
import { approvalLinkDays } from '../../rules.ts';
import { queueApprovalRequest } from './mails.ts';
import { endWaitingRequest, insertRequest, type NewRequest, type RequestRow } from './requests.store.ts';

/** A draft is no means of filling one stranger's mailbox. */
const perAddressAndDay = 5;

/** Refuses with `too-many-requests-sent`. */
export async function countApprovalRequest(ctx: OrgScope, email: string): Promise<void> {
  const address = hashCode(ctx.secrets.key('policy-approval-limit'), ctx.orgId, mailboxKey(email));
  const wait = await countUse(
    ctx.global,
    `policy-approval-to:${address}`,
    perAddressAndDay,
    86_400,
    ctx.now(),
  );
  if (wait !== null) throw new Refusal('too-many-requests-sent', { retryAfterSeconds: wait });
}

export type ApprovalWish = Omit<NewRequest, 'orgId' | 'id' | 'sentAt' | 'expiresAt'>;

/**
 * Asks somebody to approve a draft as it is; an earlier request for it leads nowhere from then on. Refuses with
 * `too-many-requests-sent`.
 */
export async function requestApproval(ctx: OrgScope, db: OrgDb, wish: ApprovalWish): Promise<void> {
  await reserveEmail(ctx, db, wish.approverEmail, 'too-many-requests-sent');
  const sentAt = ctx.now();
  await endWaitingRequest(db, wish.policyId, { outcome: 'voided', at: sentAt, ip: null });
  const id = randomUUID();
  const expiresAt = new Date(sentAt.getTime() + approvalLinkDays * 86_400_000);
  await insertRequest(db, { ...wish, orgId: ctx.orgId, id, sentAt, expiresAt });
  await queueApprovalRequest(ctx, db, id);
}

/** A request as screens show it: one that was not answered in time has expired. */
export const requestOf = (row: RequestRow, now: Date): ApprovalRequest => ({
  approver: row.approverName,
  email: row.approverEmail,
  sentBy: row.sentBy,
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  outcome:
    row.outcome === 'waiting' && row.expiresAt <= now
      ? 'expired'
      : (row.outcome as ApprovalRequest['outcome']),
  comment: row.comment,
  answeredAt: row.answeredAt?.toISOString() ?? null,
});
