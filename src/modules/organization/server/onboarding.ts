import { randomUUID } from 'node:crypto';
import type { SessionCtx } from '#platform/server/ctx.ts';
import { isDuplicate } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { bindSessionsTo } from '#platform/server/session.ts';
import { insertAdmin, organizationOfPerson } from '#modules/accounts/server/public.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import { insertOrganization, selectMembership } from './organizations.store.ts';
import { signUpOf, subscriptionStart } from './signUp.ts';
import { queueWelcomeMail } from './welcomeMail.ts';

export type OnboardingRequest = {
  companyProfile: { companyName: string; industry: string; numberOfEmployees: string; companyUrl: string };
  adminProfile: { firstName: string; lastName: string; jobTitle: string };
};
export type OnboardingReply = {
  data: { email: string; subscriptionStatus: 'INTRIAL' | 'ACTIVE'; orgId: string };
};

/** The organisation that is there already; the sessions of the person act for it from now on. */
async function existing(ctx: SessionCtx, orgId: string): Promise<OnboardingReply | null> {
  const { cognitoId } = ctx.session;
  return ctx.forOrg(orgId).inOrg(async (db) => {
    const row = await selectMembership(db, orgId, cognitoId);
    if (!row) return null;
    await bindSessionsTo(db, cognitoId, orgId);
    return {
      data: { email: row.email, subscriptionStatus: row.subscriptionStatus as 'INTRIAL' | 'ACTIVE', orgId },
    };
  });
}

async function create(
  ctx: SessionCtx,
  { companyProfile, adminProfile }: OnboardingRequest,
): Promise<OnboardingReply> {
  const { cognitoId, email } = ctx.session;
  const now = ctx.now();
  const { signUpCode, channel, plan } = await signUpOf(ctx, catalogOf(ctx.settings), {
    whenUnknown: 'refuse',
  });
  const orgId = randomUUID();
  const start = subscriptionStart(channel, now);
  await ctx.forOrg(orgId).inOrg(async (db) => {
    await insertOrganization(db, {
      ...companyProfile,
      ...start,
      orgId,
      channelId: channel.channelId,
      signUpCode,
      planId: plan.planId,
      now,
    });
    await insertAdmin(db, { ...adminProfile, orgId, cognitoId, email, now });
    await bindSessionsTo(db, cognitoId, orgId);
    await queueWelcomeMail(ctx, db, {
      orgId,
      email,
      firstName: adminProfile.firstName,
      companyName: companyProfile.companyName,
      channel,
      plan,
      expirationDate: start.expirationDate,
    });
  });
  return { data: { email, subscriptionStatus: start.subscriptionStatus, orgId } };
}

/**
 * Sets up the organisation of the signed-in person with them as its first administrator, once: saving again, or at the
 * same moment from another window, answers with what is there.
 * Refuses with `address-taken`, `staff-account`, `identity-unavailable`.
 */
export async function saveProfile(ctx: SessionCtx, request: OnboardingRequest): Promise<OnboardingReply> {
  if (ctx.session.staff) throw new Refusal('staff-account');
  for (let tries = 0; ; tries++) {
    const orgId = await organizationOfPerson(ctx.global, ctx.session.cognitoId);
    const known = orgId && (await existing(ctx, orgId));
    if (known) return known;
    try {
      return await create(ctx, request);
    } catch (error) {
      if (isDuplicate(error, 'admin_is_no_staff')) throw new Refusal('staff-account', undefined, error);
      if (isDuplicate(error, 'admin_one_address')) throw new Refusal('address-taken', undefined, error);
      // the other window was first
      if (tries < 2 && isDuplicate(error)) continue;
      throw error;
    }
  }
}
