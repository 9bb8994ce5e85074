import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { oneLine, severalLines } from '#platform/text.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import type { policyLinksContract } from '../../signOffContract.ts';
import { selectRequest, takeBackDraft } from './links.store.ts';
import { queueApprovalOutcome } from './mails.ts';
import { endWaitingRequest, type RequestRow } from './requests.store.ts';
import { approveDraft, openDraft } from './approve.ts';
import { contentOf, hashOfText, type Company } from '../texts/content.ts';
import { openLinkToken } from '#platform/server/secrets/linkTokens.ts';
import { readCompany } from '../policies.ts';
import { policyPdf } from '../pdf/policyPdf.ts';
import { lockPolicies, type Version } from '../versions.store.ts';

type Calls = typeof policyLinksContract;
type Opened = {
  scope: OrgScope;
  id: string;
  round: number;
  /** The plan has no policies any more, and its links end with it. */
  isOver: boolean;
};
type Request = { row: RequestRow; company: Company; draft: Version };

/** Checks what the link says of itself; a forged one is answered like one of a request that is gone. */
async function openLink(ctx: PublicCtx, token: string): Promise<Opened> {
  const place = openLinkToken(ctx, 'policy-approval-link', token);
  if (!place) throw new Refusal('link-invalid');
  const scope = ctx.forOrg(place.orgId);
  return { scope, id: place.id, round: place.round, isOver: !(await moduleIsActive(scope, 'compliance')) };
}

/**
 * The request of a link with its draft, while it waits for an answer. `link-used` says by `outcome` what became of it: a draft
 * that was saved again, withdrawn or sent once more has voided the link.
 * Refuses with `link-invalid`, `link-used`, `link-expired`.
 */
async function waitingRequest({ scope, id, round, isOver }: Opened, db: OrgDb): Promise<Request> {
  const row = await selectRequest(db, id);
  if (!row) throw new Refusal('link-invalid');
  if (row.outcome !== 'waiting' || row.linkRound !== round)
    throw new Refusal('link-used', { outcome: row.outcome === 'waiting' ? 'voided' : row.outcome });
  if (isOver || row.expiresAt <= scope.now()) throw new Refusal('link-expired');
  const draft = await openDraft(db, row.policyId, row.version).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Refusal('link-used', { outcome: 'voided' }, error);
    throw error;
  });
  return { row, company: await readCompany(scope, db), draft };
}

export const openApproval: Handler<Calls['openApproval']> = async (ctx, { token }) => {
  const opened = await openLink(ctx, token);
  return opened.scope.inOrg(async (db) => {
    const { row, company, draft } = await waitingRequest(opened, db);
    const { text, blocks } = contentOf(company, draft);
    const { policyId: id, name, version, summary, note } = draft;
    return {
      data: {
        companyName: company.companyName,
        approver: row.approverName,
        sentBy: row.sentBy,
        expiresAt: row.expiresAt.toISOString(),
        policy: {
          id,
          name,
          version,
          summary,
          approver: '',
          recordedBy: '',
          approvalDate: null,
          note,
          blocks,
          textHash: hashOfText(text),
        },
      },
    };
  });
};

type Answer = { decision: 'approve' | 'return'; name: string; comment: string; textHash: string };

/** The company's values may have changed since, and with them the text. Refuses with `text-changed`, `values-missing`. */
async function approve(
  scope: OrgScope,
  db: OrgDb,
  { row, company, draft }: Request,
  answer: Answer,
  ip: string,
): Promise<void> {
  if (hashOfText(contentOf(company, draft).text) !== answer.textHash) throw new Refusal('text-changed');
  try {
    await endWaitingRequest(db, row.policyId, {
      outcome: 'approved',
      comment: answer.comment,
      at: scope.now(),
      ip,
    });
    await approveDraft(scope, db, company, draft, {
      name: answer.name,
      email: row.approverEmail,
      recordedBy: null,
      ip,
    });
  } catch (error) {
    // without any text nothing can be approved either; the fields of a refusal are for the author's form
    if (error instanceof Refusal)
      throw new Refusal('values-missing', { missing: error.detail?.missing ?? [] }, error);
    throw error;
  }
}

/**
 * Answers a request for good: who answers at the same moment, or saves the draft, waits and finds it answered. The answer is
 * written down as the approver's, who has no account.
 */
export const answerApproval: Handler<Calls['answerApproval']> = async (ctx, given) => {
  const opened = await openLink(ctx, given.token);
  const comment = severalLines(given.comment);
  if (given.decision === 'return' && comment === '') throw new Refusal('comment-missing');
  const answer: Answer = {
    decision: given.decision,
    name: oneLine(given.name),
    comment,
    textHash: given.textHash,
  };
  const { row } = await opened.scope.inOrg((db) => waitingRequest(opened, db));
  const { ip, userAgent } = ctx.client;
  const email = row.approverEmail;
  const scope = ctx.forOrg(opened.scope.orgId, {
    id: `link:${email.toLowerCase()}`,
    email,
    ip,
    userAgent,
    requestId: ctx.requestId,
  });
  await scope.inOrg(async (db) => {
    await lockPolicies(db);
    const request = await waitingRequest({ ...opened, scope }, db);
    if (answer.decision === 'approve') await approve(scope, db, request, answer, ip);
    else {
      await endWaitingRequest(db, row.policyId, { outcome: 'returned', comment, at: scope.now(), ip });
      await takeBackDraft(db, row.policyId, row.version);
    }
    await recordAct(db, {
      act: answer.decision === 'approve' ? 'policy-approved-by-link' : 'policy-returned-by-link',
      subject: 'policy_approval_request',
      subjectId: row.id,
      subjectName: `${row.policyName}, version ${row.version}, by ${answer.name} <${email}>`,
      ...(comment ? { after: { comment } } : {}),
    });
    await queueApprovalOutcome(scope, db, {
      ...request.row,
      decision: answer.decision,
      name: answer.name,
      comment,
    });
  });
  return {};
};

export const approvalPdf: Handler<Calls['approvalPdf']> = async (ctx, { token }) => {
  const opened = await openLink(ctx, token);
  const { row } = await opened.scope.inOrg((db) => waitingRequest(opened, db));
  return policyPdf(opened.scope, row.policyId, row.version);
};
