import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { deleteAllConcierge } from '#modules/concierge/server/public.ts';
import { forgetPortalData } from '#modules/guidance/server/public.ts';
import { deleteAssessment } from '#modules/maturity/server/public.ts';
import { deleteAllWebsites } from '#modules/monitoring/server/public.ts';
import { forgetGoals } from '#modules/organization/server/public.ts';
import { deleteAllPolicies } from '#modules/policies/server/public.ts';
import { deleteAllRatings } from '#modules/ratings/server/public.ts';
import { deleteAllTraining } from '#modules/training/server/public.ts';
import type { Resettable } from '../resetContract.ts';

const resets: Record<Resettable, (db: OrgDb, ctx: OrgCtx) => Promise<void>> = {
  customerPortalData: (db, { orgId }) => forgetPortalData(db, orgId),
  orgGoals: (db, { orgId, now }) => forgetGoals(db, orgId, now()),
  websites: (db) => deleteAllWebsites(db),
  assessment: (db) => deleteAssessment(db),
  concierge: (db) => deleteAllConcierge(db),
  policies: (db) => deleteAllPolicies(db),
  ratings: (db, ctx) => deleteAllRatings(ctx, db),
  training: (db, ctx) => deleteAllTraining(ctx, db),
};

/** Takes part of the caller's own organisation back to how it began. Refuses with `not-in-production`, `no-such-organization`. */
export async function reset(
  ctx: OrgCtx,
  { what, orgId }: { what: Resettable; orgId: string },
): Promise<Record<string, never>> {
  if (ctx.settings.production) throw new Refusal('not-in-production');
  if (orgId !== ctx.orgId) throw new Refusal('no-such-organization');
  await ctx.inOrg(async (db) => {
    await resets[what](db, ctx);
    await recordAct(db, { act: 'reset', subject: what });
  });
  return {};
}
