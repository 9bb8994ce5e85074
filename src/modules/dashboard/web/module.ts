import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import { dashboardPath } from '../paths.ts';

export const dashboardModule: WebModule<ModuleName> = {
  pages: [
    {
      path: dashboardPath,
      title: 'Dashboard',
      access: 'signedIn',
      module: 'dashboard',
      chunk: 'home',
      load: () => import('./DashboardScreen.tsx').then((it) => it.DashboardScreen),
      prefetch: () => import('./queries.ts').then((it) => it.prefetchDashboard()),
      menu: {
        section: menuSections.start,
        label: 'Dashboard',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'),
      },
    },
  ],
};
