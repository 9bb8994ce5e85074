import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { keyValues, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail, type OutgoingMail } from '#platform/server/mail/outbox.ts';
import { shownDay } from '#platform/dates.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { askedBy, greeting, quotedTitle, reportFooter, senderName } from '#modules/sending/server/public.ts';
import { policiesPaths } from '../../paths.ts';
import { approvalLinkDays } from '../../rules.ts';
import { isAdminAddress, selectRequest } from './links.store.ts';
import type { RequestRow } from './requests.store.ts';
import { selectCompany } from '../company.store.ts';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';

type Facts = { brand: MailBrand; companyName: string };
type Asked = Pick<
  RequestRow,
  'approverName' | 'approverEmail' | 'sentBy' | 'policyName' | 'version' | 'expiresAt'
> & {
  token: string;
};

/** A subject has its limit, whatever people call their policies. */
const subjectOf = (text: string): string => [...text].slice(0, 180).join('');

/** What others typed stays text, and short. */
const quoted = (text: string): string => typedBy(text, 400);

function requestMail(ctx: OrgScope, { brand, companyName }: Facts, asked: Asked): OutgoingMail {
  const company = senderName(companyName, brand);
  const who = askedBy({ companyName, administrator: asked.sentBy }, brand);
  return composeMail({
    brand,
    to: { address: asked.approverEmail },
    subject: 'A security policy is waiting for your approval',
    preheader: 'Read it and approve it, or return it with a comment. No account needed.',
    heading: 'A policy is waiting for your approval',
    blocks: [
      paragraph(greeting(asked.approverName)),
      paragraph(who, ' asked you to read a security policy and approve it or return it with a comment.'),
      keyValues({ Policy: quotedTitle(asked.policyName), Version: String(asked.version) }),
      smallPrint(
        `The link needs no account. It works for one answer and for ${approvalLinkDays} days, until ${shownDay(asked.expiresAt)}. Please do not share it.`,
      ),
      smallPrint('If you do not know who sent this, you can ignore it: nothing is approved without you.'),
    ],
    button: { label: 'Read and decide', address: brand.webAddress + policiesPaths.approval(asked.token) },
    footerReason: `an administrator of ${company} named this address as the approver`,
    footerLinks: reportFooter(ctx, brand, ctx.orgId, asked.approverEmail, 'approval'),
  });
}

type Outcome = Pick<
  RequestRow,
  'id' | 'comment' | 'policyId' | 'policyName' | 'version' | 'approverEmail' | 'sentByEmail'
> & {
  decision: 'approve' | 'return';
  /** As the approver typed it. */
  name: string;
};

function outcomeMail({ brand, companyName }: Facts, outcome: Outcome): OutgoingMail {
  const company = typedBy(companyName, 60);
  const policy = typedBy(outcome.policyName, 100);
  const who = typedBy(outcome.name, 60);
  const approved = outcome.decision === 'approve';
  return composeMail({
    brand,
    to: { address: outcome.sentByEmail },
    subject: subjectOf(approved ? `Approved: ${policy}` : `Returned with a comment: ${policy}`),
    preheader: approved
      ? `${who} approved version ${outcome.version}. It is now in force.`
      : `${who} asks for changes.`,
    heading: approved ? 'Your policy is approved' : 'Your draft was returned',
    blocks: [
      approved
        ? paragraph(
            { strong: who },
            ' approved ',
            { strong: policy },
            `, version ${outcome.version}. It is now in force at ${company}.`,
          )
        : paragraph(
            { strong: who },
            ' did not approve ',
            { strong: policy },
            `, version ${outcome.version}, and returned it to you. It is a draft again.`,
          ),
      keyValues({
        'Answered by': `${who} (${typedBy(outcome.approverEmail)})`,
        ...(outcome.comment ? { Comment: quoted(outcome.comment) } : {}),
      }),
    ],
    button: {
      label: approved ? 'Open the policy' : 'Open the draft',
      address: brand.webAddress + policiesPaths.version(outcome.policyId, outcome.version),
    },
    footerReason: 'you asked for this approval',
  });
}

async function factsOf(ctx: OrgScope, db: OrgDb): Promise<Facts> {
  const { companyName, channelId } = await selectCompany(db);
  return { companyName, brand: toMailBrand(brandOfChannel(catalogOf(ctx.settings), channelId)) };
}

/** Queues the mail with the link of a request, as part of the transaction that makes it. */
export async function queueApprovalRequest(ctx: OrgScope, db: OrgDb, id: string): Promise<void> {
  const request = await selectRequest(db, id);
  if (!request) return;
  const token = linkToken(ctx, 'policy-approval-link', {
    orgId: ctx.orgId,
    id: request.id,
    round: request.linkRound,
  });
  await queueMail(ctx, db, requestMail(ctx, await factsOf(ctx, db), { ...request, token }), {
    key: `policy-approval:${request.id}:${request.linkRound}`,
    thirdParty: !(await isAdminAddress(db, request.approverEmail)),
  });
}

/** Tells the administrator who asked what became of it, while they are one and did not answer themself. */
export async function queueApprovalOutcome(ctx: OrgScope, db: OrgDb, outcome: Outcome): Promise<void> {
  const { sentByEmail: asker, approverEmail: answerer } = outcome;
  if (asker.toLowerCase() === answerer.toLowerCase() || !(await isAdminAddress(db, asker))) return;
  await queueMail(ctx, db, outcomeMail(await factsOf(ctx, db), outcome), {
    key: `policy-approval-outcome:${outcome.id}`,
  });
}
