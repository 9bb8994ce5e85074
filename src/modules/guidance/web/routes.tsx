import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { introPath } from '../paths.ts';

export const guidanceRoutes: RouteObject[] = [
  {
    path: introPath,
    ...titled('Your Goals'),
    lazy: async () => ({ Component: (await import('./IntroScreen.tsx')).IntroScreen }),
  },
];
