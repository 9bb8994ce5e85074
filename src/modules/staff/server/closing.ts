import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { StaffCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  beginClosing,
  closingOf,
  isCompanyName,
  keepOpen,
  renewingPlanOf,
} from '#modules/closing/server/public.ts';
import type { staffClosingContract } from '../closingContract.ts';
import { inOrganization } from './concierge/scope.ts';
import { recordStaffAct } from './staffActs.ts';

type Calls = typeof staffClosingContract;

export const readClosing = (
  ctx: StaffCtx,
  { orgId }: BodyOf<Calls['staffClosing']>,
): Promise<ReplyOf<Calls['staffClosing']>> =>
  inOrganization(ctx, orgId, async ({ db }) => ({ data: { closing: await closingOf(db, orgId) } }));

/** In one transaction with its entries in both logs. Refuses with `wrong-company-name`, `already-closing`. */
export const closeAccount = (
  ctx: StaffCtx,
  { orgId, companyName: typed, reason }: BodyOf<Calls['staffCloseAccount']>,
): Promise<ReplyOf<Calls['staffCloseAccount']>> =>
  inOrganization(ctx, orgId, async ({ ctx: inside, db, companyName, expert }) => {
    if (!isCompanyName(typed, companyName)) throw new Refusal('wrong-company-name');
    const planName = await renewingPlanOf(inside.forOrg(orgId));
    const data = await beginClosing(inside, db, orgId, {
      begunBy: expert.name,
      byStaff: true,
      reason,
      planName,
    });
    await recordStaffAct(db, ctx, {
      kind: 'closing',
      subjectId: orgId,
      what: `Closed the account of ${companyName}: ${reason}`,
      after: { erasedFrom: data.dueAt },
    });
    return { data };
  });

/** In one transaction with its entries in both logs. Refuses with `not-closing`. */
export const keepAccount = (
  ctx: StaffCtx,
  { orgId, reason }: BodyOf<Calls['staffKeepAccount']>,
): Promise<Record<string, never>> =>
  inOrganization(ctx, orgId, async ({ ctx: inside, db, companyName }) => {
    await keepOpen(inside, db, orgId);
    await recordStaffAct(db, ctx, {
      kind: 'closing',
      subjectId: orgId,
      what: `Kept the account of ${companyName}: ${reason}`,
    });
    return {};
  });
