import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { sendingPaths } from '../paths.ts';

/** The page that the end of an email to a third party leads to, for whoever has the link. */
export const sendingRoutes: RouteObject[] = [
  {
    path: sendingPaths.reportPattern,
    ...titled('Report an email'),
    lazy: async () => ({ Component: (await import('./ReportScreen.tsx')).ReportScreen }),
  },
];
