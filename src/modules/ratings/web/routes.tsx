import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { ratingsPaths } from '../paths.ts';

const tabTitles: Record<string, string> = { analysis: 'Individual Analysis · ', reports: 'Reports · ' };

/** Attack Surface Analytics (modules.md 2); code loads on demand, and its data beside it. */
export const ratingsRoutes: RouteObject[] = [
  {
    path: ratingsPaths.home,
    ...titled(({ search }) => `${tabTitles[search.get('tab') ?? ''] ?? ''}Attack Surface Analytics`),
    loader: () => {
      // where this code cannot be fetched, neither can the screen's, which says so
      import('./queries.ts').then(({ prefetchRatings }) => prefetchRatings()).catch(() => {});
      return null;
    },
    // tabs stand in the query
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => ({ Component: (await import('./RatingsScreen.tsx')).RatingsScreen }),
  },
];
