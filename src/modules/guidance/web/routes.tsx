import type { RouteObject } from 'react-router';
import { introPath } from '../paths.ts';

export const guidanceRoutes: RouteObject[] = [
  { path: introPath, lazy: async () => ({ Component: (await import('./IntroScreen.tsx')).IntroScreen }) },
];
