import { Navigate, type RouteObject } from 'react-router';
import { accountsRoutes, secondFactorRoute } from '#modules/accounts/web/routes.tsx';
import { auditRoutes } from '#modules/audit/web/routes.tsx';
import { conciergeRoutes } from '#modules/concierge/web/routes.tsx';
import { dashboardRoutes } from '#modules/dashboard/web/routes.tsx';
import { evidenceRoutes } from '#modules/evidence/web/routes.tsx';
import { guidanceRoutes } from '#modules/guidance/web/routes.tsx';
import { insuranceRoutes } from '#modules/insurance/web/routes.tsx';
import { marketplaceRoutes } from '#modules/marketplace/web/routes.tsx';
import { maturityRoutes } from '#modules/maturity/web/routes.tsx';
import { issueLinkRoutes, monitoringRoutes } from '#modules/monitoring/web/routes.tsx';
import { sendingRoutes } from '#modules/sending/web/routes.tsx';
import { mailLinkRoutes } from '#modules/notify/web/routes.tsx';
import { plansRoutes } from '#modules/plans/web/routes.tsx';
import { policyLinkRoutes } from '#modules/policies/web/links/routes.tsx';
import { policiesRoutes } from '#modules/policies/web/routes.tsx';
import { ratingsRoutes } from '#modules/ratings/web/routes.tsx';
import { learnRoutes } from '#modules/training/web/learn/routes.tsx';
import { trainingRoutes } from '#modules/training/web/routes.tsx';
import { titled } from '#platform/web/pageTitle.ts';
import { staffPaths } from '#modules/staff/paths.ts';
import { staffRoutes } from '#modules/staff/web/routes.tsx';
import { onboardingRoutes } from '../onboarding/routes.tsx';
import { settingsRoutes } from '../settings/routes.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { withGuardedLoaders } from './moduleLoaders.ts';
import { Shell } from './Shell.tsx';

/** Every address of the product. Modules bring their own; each page's code loads on demand. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <ErrorPage />,
    // nothing is drawn on top of the page while its first part loads
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          ...accountsRoutes,
          ...onboardingRoutes,
          ...settingsRoutes,
          ...auditRoutes,
          ...guidanceRoutes,
          ...withGuardedLoaders([
            ...dashboardRoutes,
            ...evidenceRoutes,
            ...maturityRoutes,
            ...conciergeRoutes,
            ...monitoringRoutes,
            ...ratingsRoutes,
            ...policiesRoutes,
            ...trainingRoutes,
            ...insuranceRoutes,
            ...marketplaceRoutes,
          ]),
          ...issueLinkRoutes,
          ...policyLinkRoutes,
          ...learnRoutes,
          ...mailLinkRoutes,
          ...sendingRoutes,
          ...plansRoutes,
          ...staffRoutes,
          secondFactorRoute(staffPaths.secondFactor, 'Set up multi-factor authentication for staff'),
          { path: '/', element: null },
          {
            path: '/404',
            ...titled('Page not found'),
            lazy: async () => ({ Component: (await import('./NotFoundPage.tsx')).NotFoundPage }),
          },
          {
            path: '/scanner',
            ...titled('Our website scanner'),
            lazy: async () => ({ Component: (await import('./ScannerPage.tsx')).ScannerPage }),
          },
          {
            path: '/incorrect-url',
            ...titled('Another address'),
            lazy: async () => ({ Component: (await import('./IncorrectUrlPage.tsx')).IncorrectUrlPage }),
          },
          {
            path: '/maintenance',
            ...titled('Maintenance'),
            lazy: async () => ({ Component: (await import('./MaintenancePage.tsx')).MaintenancePage }),
          },
          { path: '*', element: <Navigate to="/404" replace /> },
        ],
      },
    ],
  },
];
