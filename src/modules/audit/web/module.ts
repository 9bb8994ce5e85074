import type { WebModule } from '#platform/web/page.ts';
import { activityPath } from '../paths.ts';

export const auditModule: WebModule = {
  pages: [
    {
      path: activityPath,
      title: 'Activity',
      access: 'signedIn',
      load: () => import('./ActivityScreen.tsx').then((it) => it.ActivityScreen),
    },
  ],
  panels: [
    { tab: 'organization', load: () => import('./RecentActivity.tsx').then((it) => it.RecentActivity) },
  ],
};
