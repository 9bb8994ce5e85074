import { usePortalData } from '#modules/guidance/web/queries.ts';
import { useProfile } from '#modules/organization/web/queries.ts';
import { usePlanProfile, usePromotions } from '#modules/plans/web/queries.ts';
import type { GuardInput } from './guards/guards.ts';

type LoadState = { isPending: boolean; isError: boolean; data?: unknown };
const loadState = (query: LoadState): 'loading' | 'failed' | 'loaded' =>
  query.data !== undefined ? 'loaded' : query.isError ? 'failed' : 'loading';

/** Everything that the frame and the guards need to know of the signed-in person, loaded side by side. */
export function useShellState(signedIn: boolean) {
  const profile = useProfile({ enabled: signedIn });
  const hasOrganization = Boolean(profile.data?.orgId);
  const plans = usePlanProfile({ enabled: signedIn && hasOrganization });
  const portalData = usePortalData({ enabled: signedIn && hasOrganization });
  // beside the rest, so that the banner does not come late and push the page down
  usePromotions({ enabled: signedIn });
  const modules: GuardInput['modules'] = plans.data?.modules ?? {};
  const introViewed = Boolean(portalData.data?.introViewed?.dashboard);
  const profileState = loadState(profile);
  const guardPart: Pick<
    GuardInput,
    | 'profile'
    | 'plans'
    | 'modules'
    | 'hasSeenOrgGoals'
    | 'dashboardIntroViewed'
    | 'welcomeEmailSent'
    | 'portalDataLoaded'
  > = {
    profile: profileState === 'loaded' && !hasOrganization ? 'none' : profileState,
    plans: loadState(plans),
    modules,
    hasSeenOrgGoals: Boolean(profile.data?.userData?.hasSeenOrgGoals),
    dashboardIntroViewed: introViewed,
    welcomeEmailSent: Boolean(portalData.data?.welcomeEmailSent),
    portalDataLoaded: portalData.data !== undefined,
  };
  return {
    guard: guardPart,
    modules,
    introViewed,
    portalData: portalData.data ?? null,
    person: profile.data?.userData ?? null,
    company: profile.data?.companyData ?? null,
    closing: profile.data?.closing ?? null,
    plan: plans.data ?? null,
    retry: () => {
      if (profile.isError) void profile.refetch();
      if (plans.isError) void plans.refetch();
      if (portalData.isError) void portalData.refetch();
    },
  };
}

export type ShellState = ReturnType<typeof useShellState>;
