import { routes } from '#platform/server/serve.ts';
import { dashboardContract } from '../contract.ts';
import { moduleActivity, monitoringActivity } from './activity.ts';
import { restoreAction, snoozeAction } from './snooze.ts';

export const dashboardRoutes = routes(dashboardContract, {
  getModuleActivity: (ctx) => moduleActivity(ctx),
  monitoring: (ctx) => monitoringActivity(ctx),
  snoozeAction,
  restoreAction,
});
