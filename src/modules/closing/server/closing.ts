import type { Handlers } from '#platform/server/http/serve.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { endTokens, stepUp } from '#modules/accounts/server/public.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { lockOrganization } from '#modules/organization/server/public.ts';
import { endPlan, renewingPlans, resumePlan } from '#modules/plans/server/public.ts';
import type { Closing, closingContract } from '../contract.ts';
import { dueFrom, isCompanyName } from '../rules.ts';
import * as store from './closing.store.ts';
import { isErasing } from './erase.store.ts';
import { settlePlanSpec } from './jobSpecs.ts';
import { dayText, queueClosingMails, type ClosingMail } from './mails.ts';

type Calls = Handlers<typeof closingContract>;

const wireOf = ({ begunAt, dueAt, begunBy, byStaff, reason }: store.NewClosing): Closing => ({
  begunAt: begunAt.toISOString(),
  dueAt: dueAt.toISOString(),
  begunBy,
  byStaff,
  reason,
});

/** The closing of an organization that is under way, for the desk of the staff as well. */
export async function closingOf(db: OrgDb, orgId: string): Promise<Closing | null> {
  const row = await store.selectClosing(db, orgId);
  return row && row.keptAt === null ? wireOf(row) : null;
}

/** The paid plan that closing ends; null where nothing is renewed. */
export const renewingPlanOf = async (scope: OrgScope): Promise<string | null> =>
  (await renewingPlans(scope))[0]?.planName ?? null;

export const readClosing: Calls['closing'] = async (ctx) => {
  const planName = await renewingPlanOf(ctx);
  return ctx.inOrg(async (db) => ({
    data: {
      companyName: (await store.selectCompany(db, ctx.orgId))?.companyName ?? '',
      closing: await closingOf(db, ctx.orgId),
      planName,
      administrators: (await store.selectReaders(db, ctx.orgId)).length,
    },
  }));
};

/** Mails of the closing to every administrator, in the transaction that they tell of. */
export async function mailAdministrators(
  ctx: BaseCtx,
  db: OrgDb,
  kind: ClosingMail,
  { orgId, closing, planName }: { orgId: string; closing: store.NewClosing; planName: string | null },
): Promise<void> {
  const company = await store.selectCompany(db, orgId);
  if (!company) return;
  const brand = toMailBrand(brandOfChannel(catalogOf(ctx.settings), company.channelId));
  const readers = await store.selectReaders(db, orgId);
  await queueClosingMails({ ...ctx, orgId }, db, kind, {
    brand,
    facts: { ...closing, companyName: company.companyName, planName },
    readers,
  });
}

export type ClosingWish = { begunBy: string; byStaff: boolean; reason: string; planName: string | null };

/**
 * Begins to close the account of an organization, in the transaction given: date, log, mails, and the plan at the billing
 * provider. Refuses with `already-closing`.
 */
export async function beginClosing(
  ctx: BaseCtx,
  db: OrgDb,
  orgId: string,
  { planName, ...wish }: ClosingWish,
): Promise<Closing> {
  const now = ctx.now();
  const closing = { ...wish, begunAt: now, dueAt: dueFrom(now) };
  if (!(await store.insertClosing(db, orgId, closing))) throw new Refusal('already-closing');
  await recordAct(db, {
    act: 'closing-begun',
    subject: 'organization',
    subjectId: orgId,
    subjectName: dayText(closing.dueAt),
    after: { dueAt: closing.dueAt.toISOString(), ...(wish.reason ? { reason: wish.reason } : {}) },
  });
  await mailAdministrators(ctx, db, 'begun', { orgId, closing, planName });
  await ctx.jobs.enqueue(db, settlePlanSpec, { orgId }, { key: orgId });
  return wireOf(closing);
}

/** Takes a closing back, in the transaction given. Refuses with `not-closing`, also where the erasure has begun. */
export async function keepOpen(ctx: BaseCtx, db: OrgDb, orgId: string): Promise<void> {
  const closing = await store.holdClosing(db, orgId);
  if (!closing || (await isErasing(db, orgId))) throw new Refusal('not-closing');
  await store.markKept(db, orgId, ctx.now());
  await recordAct(db, {
    act: 'closing-taken-back',
    subject: 'organization',
    subjectId: orgId,
    subjectName: dayText(closing.dueAt),
  });
  await mailAdministrators(ctx, db, 'kept', {
    orgId,
    closing,
    planName: closing.endedSubscription === null ? null : 'paid',
  });
  await ctx.jobs.enqueue(db, settlePlanSpec, { orgId }, { key: orgId });
}

/** Refuses with `wrong-company-name`, `already-closing`, `invalid-token`, `identity-unavailable`. */
export const closeAccount: Calls['closeAccount'] = async (ctx, { companyName, ...tokens }) => {
  await stepUp(ctx, tokens);
  const planName = await renewingPlanOf(ctx);
  const data = await ctx.inOrg(async (db) => {
    await lockOrganization(db, ctx.orgId);
    const company = await store.selectCompany(db, ctx.orgId);
    const self = (await store.selectReaders(db, ctx.orgId)).find(
      ({ cognitoId }) => cognitoId === ctx.session.cognitoId,
    );
    // whoever was removed meanwhile closes nothing
    if (!company || !self) throw new Refusal('unauthenticated');
    if (!isCompanyName(companyName, company.companyName)) throw new Refusal('wrong-company-name');
    return beginClosing(ctx, db, ctx.orgId, {
      begunBy: self.name || self.email,
      byStaff: false,
      reason: '',
      planName,
    });
  });
  await endTokens(ctx, tokens);
  return { data };
};

export const keepAccount: Calls['keepAccount'] = async (ctx) => {
  await ctx.inOrg((db) => keepOpen(ctx, db, ctx.orgId));
  return {};
};

/**
 * Brings the plan at the billing provider to what the closing wants by then: ended while the account is being closed, going on
 * again where closing ended it and the company changed its mind. What is to be ended is noted first, so that a crash between
 * loses nothing.
 */
export async function settlePlan(ctx: BaseCtx, scope: OrgScope): Promise<void> {
  const { orgId } = scope;
  const closing = await scope.inOrg((db) => store.selectClosing(db, orgId));
  if (!closing) return;
  if (closing.keptAt !== null) {
    if (closing.endedSubscription === null) return;
    await resumePlan(scope, closing.endedSubscription);
    await scope.inOrg((db) => store.noteEndedSubscription(db, orgId, null));
    return;
  }
  for (const { billingSubscriptionId } of await renewingPlans(scope)) {
    await scope.inOrg((db) => store.noteEndedSubscription(db, orgId, billingSubscriptionId));
    await endPlan(scope, billingSubscriptionId);
  }
  ctx.log.info({ orgId }, 'the plan of an account that closes was settled');
}
