import type { RouteObject } from 'react-router';
import { activityPath } from '../paths.ts';

export const auditRoutes: RouteObject[] = [
  { path: activityPath, lazy: async () => ({ Component: (await import('./ActivityScreen.tsx')).ActivityScreen }) },
];
