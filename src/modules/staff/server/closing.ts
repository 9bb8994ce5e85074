import type { Handlers } from '#platform/server/http/serve.ts';
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

type Calls = Handlers<typeof staffClosingContract>;

export const readClosing: Calls['staffClosing'] = (ctx, { orgId }) =>
  inOrganization(ctx, orgId, async ({ db }) => ({ data: { closing: await closingOf(db, orgId) } }));

/** In one transaction with its entries in both logs. Refuses with `wrong-company-name`, `already-closing`. */
export const closeAccount: Calls['staffCloseAccount'] = (ctx, { orgId, companyName: typed, reason }) =>
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
export const keepAccount: Calls['staffKeepAccount'] = (ctx, { orgId, reason }) =>
  inOrganization(ctx, orgId, async ({ ctx: inside, db, companyName }) => {
    await keepOpen(inside, db, orgId);
    await recordStaffAct(db, ctx, {
      kind: 'closing',
      subjectId: orgId,
      what: `Kept the account of ${companyName}: ${reason}`,
    });
    return {};
  });
