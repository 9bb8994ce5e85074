import type { RouteObject } from 'react-router';
import { onboardingPath } from '../paths.ts';

export const organizationRoutes: RouteObject[] = [
  { path: onboardingPath, lazy: async () => ({ Component: (await import('./OnboardingScreen.tsx')).OnboardingScreen }) },
];
