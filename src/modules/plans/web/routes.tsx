import type { RouteObject } from 'react-router';
import { planPath } from '../paths.ts';

export const plansRoutes: RouteObject[] = [
  { path: planPath, lazy: async () => ({ Component: (await import('./PlanScreen.tsx')).PlanScreen }) },
];
