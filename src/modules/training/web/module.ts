import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import type { TitlePlace } from '#platform/web/pageTitle.ts';
import { trainingPaths } from '../paths.ts';

const page = {
  access: 'signedIn',
  module: 'training',
  prefetch: async ({ url, params }: { url: URL; params: TitlePlace['params'] }) => {
    const [{ prefetchTraining }, { readFilter }] = await Promise.all([
      import('./queries.ts'),
      import('./filter.ts'),
    ]);
    prefetchTraining(params, readFilter(url.searchParams));
  },
} as const;

const tabTitles: Record<string, string> = {
  trainees: 'People in training',
  courses: 'Courses',
  settings: 'Training settings',
};
const tabTitle = ({ params }: TitlePlace) => tabTitles[params.tab ?? ''] ?? 'Training';

/** Training (modules.md 2); trainees have no account, but a link, and certificates a code. */
export const trainingModule: WebModule<ModuleName> = {
  pages: [
    {
      // one page for all tabs, so that it stays while its part changes
      path: `${trainingPaths.home}/:tab?`,
      title: tabTitle,
      ...page,
      load: () => import('./TrainingScreen.tsx').then((it) => it.TrainingScreen),
      menu: {
        section: menuSections.tools,
        label: 'Training',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconSchool.mjs'),
      },
    },
    {
      path: trainingPaths.coursePattern,
      title: 'Course',
      thing: ({ params }) => import('./queries.ts').then((it) => it.courseName(params.course ?? '')),
      ...page,
      load: () => import('./courses/CourseScreen.tsx').then((it) => it.CourseScreen),
    },
    {
      path: trainingPaths.traineePattern,
      title: ({ params }) => (params.tab === 'courses' ? 'Person in a course' : 'Person in training'),
      thing: ({ params }) => import('./queries.ts').then((it) => it.traineeName(params.trainee ?? '')),
      ...page,
      load: () => import('./trainees/TraineeScreen.tsx').then((it) => it.TraineeScreen),
    },
    {
      path: trainingPaths.learnPattern,
      title: 'Your security training',
      access: 'link',
      load: () => import('./learn/LearnScreen.tsx').then((it) => it.LearnScreen),
    },
    {
      path: `${trainingPaths.learnCoursePattern}/:place?`,
      title: 'Training course',
      thing: ({ params }) =>
        import('./learn/queries.ts').then((it) =>
          it.learnCourseName(params.token ?? '', params.course ?? ''),
        ),
      access: 'link',
      load: () => import('./learn/LearnCourseScreen.tsx').then((it) => it.LearnCourseScreen),
    },
    {
      path: `${trainingPaths.certificatePattern}?`,
      title: ({ params }) => [params.code, 'Certificate check'].filter(Boolean).join(' · '),
      access: 'link',
      load: () => import('./learn/CertificateScreen.tsx').then((it) => it.CertificateScreen),
    },
  ],
};
