import type { RouteObject } from 'react-router';
import { dashboardPath } from '../paths.ts';

export const dashboardRoutes: RouteObject[] = [
  { path: dashboardPath, lazy: async () => ({ Component: (await import('./DashboardScreen.tsx')).DashboardScreen }) },
];
