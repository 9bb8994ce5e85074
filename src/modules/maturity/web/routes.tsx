import { Navigate, useParams, type RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { maturityPaths } from '../paths.ts';

/** The specification's short addresses of the module lead to where its screens are. */
function ToQuestion() {
  return <Navigate to={maturityPaths.question(useParams().nextQuestion ?? '')} replace />;
}

const assessment = async () => ({ Component: (await import('./AssessmentScreen.tsx')).AssessmentScreen });

const loadData: NonNullable<RouteObject['loader']> = ({ request }) => {
  const { pathname } = new URL(request.url);
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchMaturity }) => prefetchMaturity(pathname)).catch(() => {});
  return null;
};

/** The menu leads to the module's own address: pointing at it fetches the screen that it goes on to. */
const loadAssessment = () => {
  void Promise.all([
    assessment(),
    import('./queries.ts').then(({ prefetchMaturity }) => prefetchMaturity(maturityPaths.assessment)),
  ]).catch(() => {});
  return null;
};

/** Cyber maturity (modules.md 2); code loads on demand, and its data beside it. */
export const maturityRoutes: RouteObject[] = [
  {
    path: maturityPaths.home,
    loader: loadAssessment,
    element: <Navigate to={maturityPaths.assessment} replace />,
  },
  { path: '/assessment', element: <Navigate to={maturityPaths.assessment} replace /> },
  { path: '/assessment/start', element: <Navigate to={maturityPaths.start} replace /> },
  { path: '/assessment/:nextQuestion', element: <ToQuestion /> },
  { path: '/report', element: <Navigate to={maturityPaths.report} replace /> },
  {
    path: maturityPaths.assessment,
    ...titled('Cyber maturity assessment'),
    loader: loadData,
    lazy: assessment,
  },
  {
    path: maturityPaths.start,
    ...titled('Start the assessment'),
    loader: loadData,
    lazy: async () => ({ Component: (await import('./StartScreen.tsx')).StartScreen }),
  },
  {
    path: maturityPaths.questionPattern,
    ...titled('Assessment question', async ({ params }) =>
      (await import('./queries.ts')).questionName(params.nextQuestion),
    ),
    loader: loadData,
    lazy: async () => ({ Component: (await import('./QuestionScreen.tsx')).QuestionScreen }),
  },
  {
    path: maturityPaths.report,
    ...titled('Cyber maturity report'),
    loader: loadData,
    lazy: async () => ({ Component: (await import('./ReportScreen.tsx')).ReportScreen }),
  },
];
