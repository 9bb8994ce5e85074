import type { LoaderFunctionArgs, RouteObject } from 'react-router';
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
const otherAddress = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) => currentUrl.pathname !== nextUrl.pathname;

/** Training (modules.md 2); code loads on demand, and its data beside it. */
export const trainingRoutes: RouteObject[] = [
  {
    // one route for all tabs, so that the page stays while its part changes
    path: `${trainingPaths.home}/:tab?`,
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./TrainingScreen.tsx')).TrainingScreen }),
  },
  {
    path: trainingPaths.coursePattern,
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./courses/CourseScreen.tsx')).CourseScreen }),
  },
  {
    path: trainingPaths.traineePattern,
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./trainees/TraineeScreen.tsx')).TraineeScreen }),
  },
];
