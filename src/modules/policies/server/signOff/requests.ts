import { z } from 'zod';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { handles, jobSpec } from '#platform/server/jobs/jobs.ts';
import { withinDailyLimit } from '#platform/server/mail/limits.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { brandOfOrg, catalogOf, planOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { planOfOrg } from '#modules/plans/server/public.ts';
import { reportFooter, reserveEmails } from '#modules/sending/server/public.ts';
import { selectCompany } from '../company.store.ts';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { signingMail, type SigningReason } from './mails.ts';
import { isAsked } from './signOff.store.ts';
import * as store from './requests.store.ts';

/** Days that a link works from its last mail on. */
const linkDays = 30;
const mailsAtOnce = 100;
/** A team list is no means of filling one stranger's mailbox. */
const mostPerAddressAndDay = 5;

/** Whether the plan of an organisation lets its people sign. */
export const signOffInPlan = async (ctx: OrgScope): Promise<boolean> =>
  (await planOfOrg(ctx))?.securityPoliciesSignOff === true;

const sendSigningLinksSpec = jobSpec({
  name: 'send-policy-signing-links',
  data: z.object({
    orgId: z.uuid(),
    memberIds: z.array(z.uuid()).max(mailsAtOnce),
    reason: z.enum(['ask', 'changed', 'reminder']),
  }),
  retries: 4,
  retryDelaySeconds: 15,
  retryBackoff: true,
  timeLimitSeconds: 300,
});

/** How many are mailed now; who is left out for today is mailed by the reminders of another day, and `notice` says so. */
type Sent = { mailed: number; notice: string | null };

/**
 * Mails people their links as part of a transaction; whoever was mailed too recently, or by somebody else at the same
 * moment, is left out.
 */
export async function sendLinks(
  ctx: OrgScope,
  db: OrgDb,
  memberIds: readonly string[],
  sending: { reason: SigningReason } & Pick<store.Sending, 'how' | 'stage'>,
): Promise<Sent> {
  if (memberIds.length === 0) return { mailed: 0, notice: null };
  const now = ctx.now();
  const { reason, how, stage } = sending;
  const expiresAt = new Date(now.getTime() + linkDays * 86_400_000);
  const { reached, waiting, notice } = await reserveEmails(
    ctx,
    db,
    await store.selectToMail(db, memberIds, how, stage),
  );
  const idsOf = (people: readonly { memberId: string }[]) => people.map(({ memberId }) => memberId);
  if (how === 'ask') await store.postpone(db, idsOf(waiting));
  const chosen =
    reached.length > 0
      ? await store.noteSent(db, ctx.orgId, idsOf(reached), { now, expiresAt, how, stage })
      : [];
  for (let at = 0; at < chosen.length; at += mailsAtOnce)
    await ctx.jobs.enqueue(db, sendSigningLinksSpec, {
      orgId: ctx.orgId,
      memberIds: chosen.slice(at, at + mailsAtOnce),
      reason,
    });
  return { mailed: chosen.length, notice };
}

/** Asks everybody who owes a signature of these policies now, and whoever owes one and was never asked. */
export const askPeople = async (
  ctx: OrgScope,
  db: OrgDb,
  policyIds: readonly string[],
  reason: SigningReason,
): Promise<Sent> =>
  sendLinks(ctx, db, await store.selectToAsk(db, policyIds), { reason, how: 'ask', stage: 0 });

/**
 * To be called in the transaction that approves a version: where the team is asked to sign the policy and the version is
 * material, those who have signed an earlier one are asked again.
 */
export async function afterApproval(
  ctx: OrgScope,
  db: OrgDb,
  policyId: string,
  material: boolean,
): Promise<void> {
  if (!material || !(await isAsked(db, policyId))) return;
  const { planId, channelId } = await selectCompany(db);
  if (!planOf(catalogOf(ctx.settings), planId, channelId).securityPoliciesSignOff) return;
  await askPeople(ctx, db, [policyId], 'changed');
}

/** Sends what was noted. Who has signed or left meanwhile gets nothing. */
async function sendSigningLinks(
  base: BaseCtx,
  given: z.output<typeof sendSigningLinksSpec.data>,
): Promise<void> {
  const { orgId, memberIds, reason } = given;
  const ctx = base.forOrg(orgId);
  const brand = toMailBrand(await brandOfOrg(ctx));
  const { people, companyName } = await ctx.inOrg(async (db) => ({
    people: await store.selectAddressees(db, memberIds),
    companyName: await store.selectCompanyName(db),
  }));
  if (people.length === 0) return;
  const reached = await withinDailyLimit(ctx, 'policy-signing', people, mostPerAddressAndDay);
  await ctx.inOrg(async (db) => {
    for (const { memberId, name, email, linkRound, expiresAt, waiting, administrator, isAdmin } of reached) {
      const token = linkToken(ctx, 'policy-signing-link', { orgId, id: memberId, round: linkRound });
      const mail = signingMail({
        brand,
        asker: { companyName, administrator },
        reason,
        to: { name, email },
        waiting,
        token,
        expiresAt,
        footerLinks: reportFooter(ctx, brand, orgId, email, 'signing'),
      });
      // a run that is repeated sends nothing twice
      await queueMail(ctx, db, mail, {
        key: `policy-signing:${memberId}:${reason}:${expiresAt.getTime()}`,
        thirdParty: !isAdmin,
      });
    }
  });
}

export const sendSigningLinksJob = handles(sendSigningLinksSpec, sendSigningLinks);
