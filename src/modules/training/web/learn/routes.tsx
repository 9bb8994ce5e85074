import type { RouteObject } from 'react-router';
import { trainingPaths } from '../../paths.ts';

/** Pages for people without an account: the training by the secret of its link, and certificates by their code. */
export const learnRoutes: RouteObject[] = [
  {
    path: trainingPaths.learnPattern,
    lazy: async () => ({ Component: (await import('./LearnScreen.tsx')).LearnScreen }),
  },
  {
    path: `${trainingPaths.learnCoursePattern}/:place?`,
    lazy: async () => ({ Component: (await import('./LearnCourseScreen.tsx')).LearnCourseScreen }),
  },
  {
    path: `${trainingPaths.certificatePattern}?`,
    lazy: async () => ({ Component: (await import('./CertificateScreen.tsx')).CertificateScreen }),
  },
];
