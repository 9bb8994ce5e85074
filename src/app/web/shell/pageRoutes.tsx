import { Navigate, useParams, type RouteObject, type ShouldRevalidateFunction } from 'react-router';
import { plansContract, type ModuleName, type PlanProfile } from '#modules/plans/contract.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import { readBoot } from '#platform/web/boot.ts';
import type { WebModule } from '#platform/web/page.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import type { ProductPage } from './modules.ts';

/** What is known of the organization's modules now: the page brought it, or it was asked since. */
function knownModules(): PlanProfile['modules'] | undefined {
  const brought = readBoot().answers?.featureUsageProfile as
    | ReplyOf<typeof plansContract.featureUsageProfile>
    | null
    | undefined;
  return (
    queryClient.getQueryData<PlanProfile>([plansContract.featureUsageProfile.path]) ?? brought?.data.plans
  )?.modules;
}

/** Whether the data of a page is served: not before the guards know that its module is active, or everything of it is refused. */
export function mayAskFor(page: ProductPage): boolean {
  if (page.access !== 'signedIn' || page.module === undefined) return true;
  const { authenticated, isStaff, secondFactorNeeded } = currentSession();
  return authenticated && !isStaff && !secondFactorNeeded && knownModules()?.[page.module] === 'ACTIVE';
}

type Screen = Extract<ProductPage, { load: unknown }>;
type Redirect = Extract<ProductPage, { to: unknown }>;
const isScreen = (page: ProductPage): page is Screen => 'load' in page;

/** Parts of one page, as its tabs, stand in the query: they ask for their data themselves. */
const otherAddress: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;

const fetchesData = (page: Screen): Pick<RouteObject, 'loader' | 'shouldRevalidate'> => ({
  ...(page.prefetch && {
    shouldRevalidate: otherAddress,
    loader: ({ request, params }) => {
      // where this code cannot be fetched, neither can the screen's, which says so
      if (mayAskFor(page)) page.prefetch?.({ url: new URL(request.url), params }).catch(() => {});
      return null;
    },
  }),
});

function Elsewhere({ to }: Pick<Redirect, 'to'>) {
  const params = useParams();
  return <Navigate to={typeof to === 'string' ? to : to(params)} replace />;
}

/** Pointing at a link to an address that leads on fetches the screen that it leads to. */
const routeOfRedirect = ({ path, to }: Redirect, target?: Screen): RouteObject => ({
  path,
  element: <Elsewhere to={to} />,
  ...(target && {
    loader: ({ request, params }) => {
      if (!mayAskFor(target)) return null;
      const url = new URL(target.path, request.url);
      Promise.all([target.load(), target.prefetch?.({ url, params })]).catch(() => {});
      return null;
    },
  }),
});

const handleOf = ({ title, thing }: Screen) => ({ title, ...(thing && { thing }) });

/** A screen, or the addresses that share one, which stays while they change. */
function routeOfScreen([page, ...others]: readonly [Screen, ...Screen[]]): RouteObject {
  const lazy = async () => ({ Component: await page.load() });
  if (others.length === 0) return { path: page.path, handle: handleOf(page), lazy, ...fetchesData(page) };
  const children = [page, ...others].map((one) => ({
    path: one.path,
    handle: handleOf(one),
    element: null,
    ...fetchesData(one),
  }));
  return { lazy, children };
}

/** The router's view of what modules declare. */
export function routesOf(modules: readonly WebModule<ModuleName>[]): RouteObject[] {
  const pages: readonly ProductPage[] = modules.flatMap((module) => module.pages ?? []);
  const screens = pages.filter(isScreen);
  const byLoad = new Map<Screen['load'], [Screen, ...Screen[]]>();
  for (const page of screens) {
    const sharing = byLoad.get(page.load);
    if (sharing) sharing.push(page);
    else byLoad.set(page.load, [page]);
  }
  const redirects = pages.filter((page) => 'to' in page);
  return [
    ...[...byLoad.values()].map(routeOfScreen),
    ...redirects.map((page) =>
      routeOfRedirect(
        page,
        screens.find(({ path }) => path === page.to),
      ),
    ),
  ];
}
