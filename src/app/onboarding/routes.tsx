import type { RouteObject } from 'react-router';
import { onboardingPath } from '#modules/organization/paths.ts';
import { titled } from '#platform/web/pageTitle.ts';

export const onboardingRoutes: RouteObject[] = [
  {
    path: onboardingPath,
    ...titled('Welcome'),
    lazy: async () => ({ Component: (await import('./OnboardingScreen.tsx')).OnboardingScreen }),
  },
];
