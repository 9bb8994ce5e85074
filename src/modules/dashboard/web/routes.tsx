import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { dashboardPath } from '../paths.ts';

const loader = () => {
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchDashboard }) => prefetchDashboard()).catch(() => {});
  return null;
};

export const dashboardRoutes: RouteObject[] = [
  {
    path: dashboardPath,
    ...titled('Dashboard'),
    loader,
    lazy: async () => ({ Component: (await import('./DashboardScreen.tsx')).DashboardScreen }),
  },
];
