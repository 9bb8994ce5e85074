import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { AdminFactor } from '../../securityContract.ts';
import * as store from './secondFactor.store.ts';
import { sessionIsStrong } from './secondFactorDemand.ts';

/** What the organisation demands, and who of its administrators has a second factor. */
export const readSecondFactorPolicy = (
  ctx: OrgCtx,
): Promise<{ data: { required: boolean; admins: AdminFactor[] } }> =>
  ctx.inOrg(async (db) => {
    const required = await store.isSecondFactorRequired(db, ctx.orgId);
    const admins = await store.selectAdminFactors(db, ctx.orgId);
    return {
      data: { required, admins: admins.map((one) => ({ ...one, since: one.since?.toISOString() ?? null })) },
    };
  });

/** Whoever demands a second factor of everybody has one, so that nobody shuts the whole organisation out. Refuses with `second-factor-first`. */
export async function setSecondFactorPolicy(
  ctx: OrgCtx,
  { required }: { required: boolean },
): Promise<Record<string, never>> {
  if (required && !sessionIsStrong(ctx.session)) throw new Refusal('second-factor-first');
  await ctx.inOrg((db) => store.setSecondFactorRequired(db, ctx.orgId, required, ctx.now()));
  ctx.forget('organization', ctx.orgId);
  return {};
}
