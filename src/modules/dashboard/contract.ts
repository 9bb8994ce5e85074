import { z } from 'zod';
import { moduleStatusSchema } from '#modules/brand/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

/** platform.md 3, Dashboard data: what the card of website scans shows. */
export const monitoringActivitySchema = z.object({
  webAppsScanned: z.number(),
  scansScheduled: z.number(),
  isScanInProgress: z.boolean(),
  /** Completion of the newest completed scan. */
  lastScanDate: z.string().nullable(),
  targetList: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Issues that are open now. */
  webAppsIssues: z.object({ highs: z.number(), mediums: z.number(), lows: z.number() }),
});
export type MonitoringActivity = z.infer<typeof monitoringActivitySchema>;

/** One entry for each module that is in use; null where the module is not active in the plan. */
export const dashboardDataSchema = z.object({
  monitoring: monitoringActivitySchema.nullable(),
  /** Availability of the modules that can have a card. */
  modules: z.object({ compliance: moduleStatusSchema, training: moduleStatusSchema, monitoring: moduleStatusSchema }),
});
export type DashboardData = z.infer<typeof dashboardDataSchema>;

export const dashboardContract = {
  getModuleActivity: endpoint({
    method: 'GET',
    path: '/dashboard/getModuleActivity',
    summary: 'What happened in the modules: the numbers of the dashboard.',
    access: 'org',
    module: 'dashboard',
    body: z.object({}),
    reply: z.object({ data: dashboardDataSchema }),
    refusals: {},
    background: true,
  }),
  monitoring: endpoint({
    method: 'GET',
    path: '/dashboard/monitoring',
    summary: 'The numbers of the website scans alone.',
    access: 'org',
    module: 'dashboard',
    body: z.object({}),
    reply: z.object({ data: z.object({ monitoring: monitoringActivitySchema.nullable() }) }),
    refusals: {},
    background: true,
  }),
};
