import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { monitoringPaths } from '../paths.ts';

/** Website scans (modules.md 2); code loads on demand, and its data beside it. */
export const monitoringRoutes: RouteObject[] = [
  {
    path: `${monitoringPaths.home}/:targetName?`,
    ...titled(({ params }) => [params.targetName, 'Website Security Scans'].filter(Boolean).join(' · ')),
    loader: ({ request }) => {
      const address = new URL(request.url);
      // where this code cannot be fetched, neither can the screen's, which says so
      import('./queries.ts').then(({ prefetchWebsite }) => prefetchWebsite(address)).catch(() => {});
      return null;
    },
    lazy: async () => ({ Component: (await import('./WebsiteScansScreen.tsx')).WebsiteScansScreen }),
  },
  {
    path: monitoringPaths.issuePattern,
    ...titled('Website issue', async ({ params: { targetName, findingId } }) =>
      targetName && findingId ? (await import('./queries.ts')).issueName(targetName, findingId) : null,
    ),
    lazy: async () => ({ Component: (await import('./IssueScreen.tsx')).IssueScreen }),
  },
];

/** For developers who have a link, without an account. */
export const issueLinkRoutes: RouteObject[] = [
  {
    path: monitoringPaths.issueLinkPattern,
    ...titled('Security issue to fix', async ({ params: { token } }) =>
      token ? (await import('./links/queries.ts')).linkedIssueName(token) : null,
    ),
    lazy: async () => ({ Component: (await import('./links/IssueLinkScreen.tsx')).IssueLinkScreen }),
  },
];
