import type { RouteObject } from 'react-router';
import { monitoringPaths } from '../paths.ts';

/** Website scans (modules.md 2); code and data load on demand, side by side. */
export const monitoringRoutes: RouteObject[] = [
  {
    path: `${monitoringPaths.home}/:targetName?`,
    lazy: {
      loader: async () => {
        const { prefetchWebsite } = await import('./queries.ts');
        return ({ request }) => {
          void prefetchWebsite(new URL(request.url).pathname);
          return null;
        };
      },
      Component: async () => (await import('./WebsiteScansScreen.tsx')).WebsiteScansScreen,
    },
  },
];
