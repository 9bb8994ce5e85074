import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import { modulesOf, pacificDay } from '#modules/brand/server/public.ts';
import { monitoringSummary } from '#modules/monitoring/server/public.ts';
import type { DashboardData } from '../contract.ts';

/** The numbers of every module that is active, and which modules are. They change with the organisation's rows, and with the day. */
export const moduleActivity = (ctx: OrgScope): Promise<{ data: DashboardData }> =>
  ctx.remember('organization', ctx.orgId, `activity ${pacificDay(ctx.now())}`, () => gather(ctx));

async function gather(ctx: OrgScope): Promise<{ data: DashboardData }> {
  const modules = await modulesOf(ctx);
  const monitoring = modules?.monitoring === 'ACTIVE' ? await monitoringSummary(ctx) : null;
  const none = 'NOT_AVAILABLE' as const;
  return {
    data: {
      monitoring,
      modules: { compliance: modules?.compliance ?? none, training: modules?.training ?? none, monitoring: modules?.monitoring ?? none },
    },
  };
}

/** The numbers of the website scans alone. */
export const monitoringActivity = (ctx: OrgScope): Promise<{ data: Pick<DashboardData, 'monitoring'> }> =>
  ctx.remember('organization', ctx.orgId, `monitoring activity ${pacificDay(ctx.now())}`, async () => {
    const { monitoring } = (await moduleActivity(ctx)).data;
    return { data: { monitoring } };
  });

/** What `getModuleActivity` answers, for the page's first answer; null where the dashboard is not open to the person. */
export async function dashboardAnswer(ctx: PublicCtx): Promise<{ data: DashboardData } | null> {
  if (!ctx.session?.orgId) return null;
  const scope = ctx.forOrg(ctx.session.orgId);
  return (await modulesOf(scope))?.dashboard === 'ACTIVE' ? moduleActivity(scope) : null;
}
