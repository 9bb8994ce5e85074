import type { RouteObject } from 'react-router';
import { staffPaths } from '../paths.ts';

export const staffRoutes: RouteObject[] = [
  { path: staffPaths.home, lazy: async () => ({ Component: (await import('./OrganizationsScreen.tsx')).OrganizationsScreen }) },
  {
    path: '/staff/organizations/:orgId',
    lazy: async () => ({ Component: (await import('./OrganizationScreen.tsx')).OrganizationScreen }),
  },
];
