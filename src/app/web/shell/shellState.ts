import { usePortalData } from '#modules/guidance/web/queries.ts';
import { useProfile } from '#modules/organization/web/queries.ts';
import { usePlanProfile, usePromotions } from '#modules/plans/web/queries.ts';
import type { GuardInput } from './guards/guards.ts';

type LoadState = { isPending: boolean; isError: boolean; data?: unknown };
const loadState = (query: LoadState): 'loading' | 'failed' | 'loaded' =>
  query.data !== undefined ? 'loaded' : query.isError ? 'failed' : 'loading';

type Queries = {
  profile: ReturnType<typeof useProfile>;
  plans: ReturnType<typeof usePlanProfile>;
  portalData: ReturnType<typeof usePortalData>;
};

const modulesOf = (plans: Queries['plans']['data']): GuardInput['modules'] => plans?.modules ?? {};
const isIntroViewed = (data: Queries['portalData']['data']): boolean => Boolean(data?.introViewed?.dashboard);
const hasOrganization = (profile: Queries['profile']['data']): boolean => Boolean(profile?.orgId);

type GuardPart = Pick<
  GuardInput,
  | 'profile'
  | 'plans'
  | 'modules'
  | 'hasSeenOrgGoals'
  | 'dashboardIntroViewed'
  | 'welcomeEmailSent'
  | 'portalDataLoaded'
>;

function guardPartOf({ profile, plans, portalData }: Queries): GuardPart {
  const profileState = loadState(profile);
  return {
    profile: profileState === 'loaded' && !hasOrganization(profile.data) ? 'none' : profileState,
    plans: loadState(plans),
    modules: modulesOf(plans.data),
    hasSeenOrgGoals: Boolean(profile.data?.userData?.hasSeenOrgGoals),
    dashboardIntroViewed: isIntroViewed(portalData.data),
    welcomeEmailSent: Boolean(portalData.data?.welcomeEmailSent),
    portalDataLoaded: portalData.data !== undefined,
  };
}

function retryFailed({ profile, plans, portalData }: Queries): void {
  if (profile.isError) void profile.refetch();
  if (plans.isError) void plans.refetch();
  if (portalData.isError) void portalData.refetch();
}

/** Everything that the frame and the guards need to know of the signed-in person, loaded side by side. */
export function useShellState(signedIn: boolean) {
  const profile = useProfile({ enabled: signedIn });
  const enabled = signedIn && hasOrganization(profile.data);
  const plans = usePlanProfile({ enabled });
  const portalData = usePortalData({ enabled });
  // beside the rest, so that the banner does not come late and push the page down
  usePromotions({ enabled: signedIn });
  const queries = { profile, plans, portalData };
  return {
    guard: guardPartOf(queries),
    modules: modulesOf(plans.data),
    introViewed: isIntroViewed(portalData.data),
    portalData: portalData.data ?? null,
    person: profile.data?.userData ?? null,
    company: profile.data?.companyData ?? null,
    closing: profile.data?.closing ?? null,
    plan: plans.data ?? null,
    retry: () => retryFailed(queries),
  };
}

export type ShellState = ReturnType<typeof useShellState>;
