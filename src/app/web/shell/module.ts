import { staffPaths } from '#modules/staff/paths.ts';
import type { WebModule } from '#platform/web/page.ts';

/** Pages of no module, and those that put several together. */
export const shellModule: WebModule = {
  pages: [
    {
      path: staffPaths.secondFactor,
      title: 'Set up multi-factor authentication for staff',
      access: 'staff',
      load: () =>
        import('#modules/accounts/web/security/SecondFactorSetUpScreen.tsx').then(
          (it) => it.SecondFactorSetUpScreen,
        ),
    },
    {
      path: '/404',
      title: 'Page not found',
      access: 'public',
      load: () => import('./errors/NotFoundPage.tsx').then((it) => it.NotFoundPage),
    },
    {
      path: '/scanner',
      title: 'Our website scanner',
      access: 'public',
      load: () => import('./ScannerPage.tsx').then((it) => it.ScannerPage),
    },
    {
      path: '/incorrect-url',
      title: 'Another address',
      access: 'public',
      load: () => import('./errors/IncorrectUrlPage.tsx').then((it) => it.IncorrectUrlPage),
    },
    {
      path: '/maintenance',
      title: 'Maintenance',
      access: 'public',
      load: () => import('./errors/MaintenancePage.tsx').then((it) => it.MaintenancePage),
    },
  ],
};
