import type { RouteObject } from 'react-router';
import { monitoringPaths } from '../paths.ts';

/** Website scans (modules.md 2); code loads on demand, and its data beside it. */
export const monitoringRoutes: RouteObject[] = [
  {
    path: `${monitoringPaths.home}/:targetName?`,
    loader: ({ request }) => {
      const address = new URL(request.url);
      // where this code cannot be fetched, neither can the screen's, which says so
      import('./queries.ts').then(({ prefetchWebsite }) => prefetchWebsite(address)).catch(() => {});
      return null;
    },
    lazy: async () => ({ Component: (await import('./WebsiteScansScreen.tsx')).WebsiteScansScreen }),
  },
];
