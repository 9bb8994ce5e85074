import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { titled, type TitlePlace } from '#platform/web/pageTitle.ts';
import { policiesPaths } from '../paths.ts';

const loader = ({ request }: LoaderFunctionArgs) => {
  const { pathname } = new URL(request.url);
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchPolicies }) => prefetchPolicies(pathname)).catch(() => {});
  return null;
};

/** Views of one policy that are no other policy: their data is there already. */
const otherAddress = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;

const policyTitle = ({ params }: TitlePlace) =>
  params.id === 'new'
    ? 'New policy'
    : [params.version && `Version ${params.version}`, 'Security policy'].filter(Boolean).join(' · ');

/** Security policies (modules.md 2); code loads on demand, and its data beside it. */
export const policiesRoutes: RouteObject[] = [
  {
    path: policiesPaths.home,
    ...titled(({ search }) =>
      search.get('tab') === 'sign-off' ? 'Signatures · Security Policies' : 'Security Policies',
    ),
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./PoliciesScreen.tsx')).PoliciesScreen }),
  },
  {
    // one route for both addresses, so that saving does not take the editor away from under the person's hands
    path: `${policiesPaths.policyPattern}/:version?`,
    ...titled(policyTitle, async ({ params }) =>
      (await import('./queries.ts')).policyName(params.id ?? '', params.version),
    ),
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./PolicyScreen.tsx')).PolicyScreen }),
  },
];
