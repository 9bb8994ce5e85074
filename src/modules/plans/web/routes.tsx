import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { planPath } from '../paths.ts';

export const plansRoutes: RouteObject[] = [
  {
    path: planPath,
    ...titled('My Plan'),
    lazy: async () => ({ Component: (await import('./PlanScreen.tsx')).PlanScreen }),
  },
];
