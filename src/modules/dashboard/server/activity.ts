import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import { modulesOf, pacificDay } from '#modules/brand/server/public.ts';
import { maturitySummary } from '#modules/maturity/server/public.ts';
import { monitoringSummary } from '#modules/monitoring/server/public.ts';
import { policiesSummary } from '#modules/policies/server/public.ts';
import { trainingSummary } from '#modules/training/server/public.ts';
import type { DashboardData } from '../contract.ts';

/** The numbers of every module that is active, and which modules are. They change with the organisation's rows, and with the day. */
export const moduleActivity = (ctx: OrgScope): Promise<{ data: DashboardData }> =>
  ctx.remember('organization', ctx.orgId, `activity ${pacificDay(ctx.now())}`, () => gather(ctx));

/** What the dashboard says of the maturity assessment. */
async function maturityActivity(ctx: OrgScope): Promise<DashboardData['zimm']> {
  const { levelInfo, nextQuestion, ...rest } = await maturitySummary(ctx);
  return { ...rest, levelInfo: { [levelInfo.level]: levelInfo }, nextQuestion };
}

async function gather(ctx: OrgScope): Promise<{ data: DashboardData }> {
  const modules = await modulesOf(ctx);
  const statusOf = (name: keyof DashboardData['modules']) => modules?.[name] ?? 'NOT_AVAILABLE';
  const ifActive = async <T>(name: keyof DashboardData['modules'], read: () => Promise<T>) => (statusOf(name) === 'ACTIVE' ? read() : null);
  const [zimm, compliance, training, monitoring] = await Promise.all([
    ifActive('cybermaturity', () => maturityActivity(ctx)),
    ifActive('compliance', () => policiesSummary(ctx)),
    ifActive('training', () => trainingSummary(ctx)),
    ifActive('monitoring', () => monitoringSummary(ctx)),
  ]);
  return {
    data: {
      zimm,
      compliance,
      training,
      monitoring,
      modules: {
        cybermaturity: statusOf('cybermaturity'),
        compliance: statusOf('compliance'),
        training: statusOf('training'),
        monitoring: statusOf('monitoring'),
      },
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
