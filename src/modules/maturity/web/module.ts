import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import { maturityPaths } from '../paths.ts';

const prefetch = ({ url }: { url: URL }) =>
  import('./queries.ts').then((it) => it.prefetchMaturity(url.pathname));
/** What all of its pages have in common. */
const page = { access: 'signedIn', module: 'cybermaturity', prefetch } as const;

/** Cyber maturity (modules.md 2); the specification's short addresses lead to where its screens are. */
export const maturityModule: WebModule<ModuleName> = {
  pages: [
    {
      path: maturityPaths.home,
      to: maturityPaths.assessment,
      access: 'signedIn',
      module: 'cybermaturity',
      menu: {
        section: menuSections.start,
        label: 'Cyber Maturity',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconStairsUp.mjs'),
        badge: 'Beta',
      },
    },
    { path: '/assessment', to: maturityPaths.assessment, access: 'signedIn' },
    { path: '/assessment/start', to: maturityPaths.start, access: 'signedIn' },
    {
      path: '/assessment/:nextQuestion',
      to: ({ nextQuestion = '' }) => maturityPaths.question(nextQuestion),
      access: 'signedIn',
    },
    { path: '/report', to: maturityPaths.report, access: 'signedIn' },
    {
      path: maturityPaths.assessment,
      title: 'Cyber maturity assessment',
      ...page,
      load: () => import('./AssessmentScreen.tsx').then((it) => it.AssessmentScreen),
    },
    {
      path: maturityPaths.start,
      title: 'Start the assessment',
      ...page,
      load: () => import('./StartScreen.tsx').then((it) => it.StartScreen),
    },
    {
      path: maturityPaths.questionPattern,
      title: 'Assessment question',
      thing: ({ params }) => import('./queries.ts').then((it) => it.questionName(params.nextQuestion)),
      ...page,
      load: () => import('./question/QuestionScreen.tsx').then((it) => it.QuestionScreen),
    },
    {
      path: maturityPaths.report,
      title: 'Cyber maturity report',
      ...page,
      load: () => import('./report/ReportScreen.tsx').then((it) => it.ReportScreen),
    },
  ],
};
