import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { titled, type TitlePlace } from '#platform/web/pageTitle.ts';
import { trainingPaths } from '../paths.ts';

const loader = ({ request, params }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  // where this code cannot be fetched, neither can the screen's, which says so
  Promise.all([import('./queries.ts'), import('./filter.ts')])
    .then(([{ prefetchTraining }, { readFilter }]) => prefetchTraining(params, readFilter(searchParams)))
    .catch(() => {});
  return null;
};

/** A list that is searched asks for its pages itself. */
const otherAddress = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;

const tabTitles: Record<string, string> = {
  trainees: 'People in training',
  courses: 'Courses',
  settings: 'Training settings',
};
const tabTitle = ({ params }: TitlePlace) => tabTitles[params.tab ?? ''] ?? 'Training';
const traineeTitle = ({ params }: TitlePlace) =>
  params.tab === 'courses' ? 'Person in a course' : 'Person in training';

/** Training (modules.md 2); code loads on demand, and its data beside it. */
export const trainingRoutes: RouteObject[] = [
  {
    // one route for all tabs, so that the page stays while its part changes
    path: `${trainingPaths.home}/:tab?`,
    ...titled(tabTitle),
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./TrainingScreen.tsx')).TrainingScreen }),
  },
  {
    path: trainingPaths.coursePattern,
    ...titled('Course', async ({ params }) => (await import('./queries.ts')).courseName(params.course ?? '')),
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./courses/CourseScreen.tsx')).CourseScreen }),
  },
  {
    path: trainingPaths.traineePattern,
    ...titled(traineeTitle, async ({ params }) =>
      (await import('./queries.ts')).traineeName(params.trainee ?? ''),
    ),
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./trainees/TraineeScreen.tsx')).TraineeScreen }),
  },
];
