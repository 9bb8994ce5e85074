import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { trainingPaths } from '../../paths.ts';

/** Pages for people without an account: the training by the secret of its link, and certificates by their code. */
export const learnRoutes: RouteObject[] = [
  {
    path: trainingPaths.learnPattern,
    ...titled('Your security training'),
    lazy: async () => ({ Component: (await import('./LearnScreen.tsx')).LearnScreen }),
  },
  {
    path: `${trainingPaths.learnCoursePattern}/:place?`,
    ...titled('Training course', async ({ params }) =>
      (await import('./queries.ts')).learnCourseName(params.token ?? '', params.course ?? ''),
    ),
    lazy: async () => ({ Component: (await import('./LearnCourseScreen.tsx')).LearnCourseScreen }),
  },
  {
    path: `${trainingPaths.certificatePattern}?`,
    ...titled(({ params }) => [params.code, 'Certificate check'].filter(Boolean).join(' · ')),
    lazy: async () => ({ Component: (await import('./CertificateScreen.tsx')).CertificateScreen }),
  },
];
