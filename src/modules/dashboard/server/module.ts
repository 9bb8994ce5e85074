import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { dashboardContract } from '../contract.ts';
import { dashboardAnswer, moduleActivity, monitoringActivity } from './activity.ts';
import { restoreAction, snoozeAction } from './snooze.ts';

export const dashboardModule = {
  calls: {
    dashboard: routes(dashboardContract, {
      getModuleActivity: (ctx) => moduleActivity(ctx),
      monitoring: (ctx) => monitoringActivity(ctx),
      snoozeAction,
      restoreAction,
    }),
  },

  // the root leads here
  firstAnswers: [{ call: 'dashboard', to: 'members', pages: /^\/(dashboard\/?)?$/, answer: dashboardAnswer }],
} satisfies ServerModule;
