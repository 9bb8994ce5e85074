import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { insurancePaths } from '../paths.ts';

const loader = () => {
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchNotice }) => prefetchNotice()).catch(() => {});
  return null;
};

/** The insurance notice (modules.md 2); code loads on demand, and its data beside it. */
export const insuranceRoutes: RouteObject[] = [
  {
    path: insurancePaths.home,
    ...titled('Insurance'),
    loader,
    lazy: async () => ({ Component: (await import('./InsuranceScreen.tsx')).InsuranceScreen }),
  },
];
