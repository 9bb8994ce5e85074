import type { LoaderFunction, RouteObject } from 'react-router';
import { plansContract, type PlanProfile } from '#modules/plans/contract.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import { readBoot } from '#platform/web/boot.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { moduleOf } from './guards.ts';

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

/** Whether the data of an address is served: not before the guards know that its module is active, or everything of it is refused. */
export function maySeeDataOf(pathname: string): boolean {
  const module = moduleOf(pathname);
  if (module === undefined) return true;
  const { authenticated, isStaff, secondFactorNeeded } = currentSession();
  return authenticated && !isStaff && !secondFactorNeeded && knownModules()?.[module] === 'ACTIVE';
}

const guarded =
  (loader: LoaderFunction): LoaderFunction =>
  (args, context) =>
    maySeeDataOf(new URL(args.request.url).pathname) ? loader(args, context) : null;

/** Routes whose data begins to load beside their code only where the guards will show them; a screen asks for what it misses. */
export const withGuardedLoaders = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) =>
    typeof route.loader === 'function'
      ? { ...route, loader: guarded(route.loader as LoaderFunction) }
      : route,
  );
