import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { evidencePaths } from '../paths.ts';

const loader = () => {
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchPacks }) => prefetchPacks()).catch(() => {});
  return null;
};

/** The page on which anyone checks a pack by its code. */
const checkRoute: RouteObject = {
  path: `${evidencePaths.checkPattern}?`,
  ...titled('Check an evidence pack'),
  lazy: async () => ({ Component: (await import('./check/CheckPackScreen.tsx')).CheckPackScreen }),
};

/** Evidence packs; code loads on demand, and its data beside it. */
export const evidenceRoutes: RouteObject[] = [
  {
    path: evidencePaths.home,
    ...titled('Evidence pack'),
    loader,
    lazy: async () => ({ Component: (await import('./EvidenceScreen.tsx')).EvidenceScreen }),
  },
  checkRoute,
];
