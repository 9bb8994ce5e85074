import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { activityPath } from '../paths.ts';

export const auditRoutes: RouteObject[] = [
  {
    path: activityPath,
    ...titled('Activity'),
    lazy: async () => ({ Component: (await import('./ActivityScreen.tsx')).ActivityScreen }),
  },
];
