import { accountsPaths } from '#modules/accounts/paths.ts';
import type { ModuleName, ModuleStatus } from '#modules/plans/contract.ts';
import { staffPaths } from '#modules/staff/paths.ts';
import type { ProductPage } from '../modules.ts';
import { pageAt, within } from '../pageAt.ts';

/** The guard rules of platform.md section 2 and 4 as one function: where somebody is and what is known, in; where to go, out. */

export type GuardInput = {
  path: string;
  /** Query and fragment, kept with a saved address. */
  rest: string;
  host: string;
  webDomain: string;
  maintenance: boolean;
  /** `checking` while it is not known yet whether anybody is signed in. */
  session: 'checking' | 'out' | 'in';
  /** Whether staff are signed in: without or with the second factor that they need, or acting as an administrator. */
  staff: 'none' | 'weak' | 'strong' | 'acting';
  /** The organisation demands a second factor that this session lacks. */
  secondFactorNeeded: boolean;
  /** What the profile check said; `none` means signed in without a company profile. */
  profile: 'loading' | 'failed' | 'none' | 'loaded';
  plans: 'loading' | 'failed' | 'loaded';
  modules: Partial<Record<ModuleName, ModuleStatus>>;
  hasSeenOrgGoals: boolean;
  dashboardIntroViewed: boolean;
  welcomeEmailSent: boolean;
  portalDataLoaded: boolean;
};

export type GuardOutcome =
  | { go: string; save?: string }
  | { show: 'page' | 'checking' | 'profile' | 'plan-failure' | 'profile-failure' };

const stay = { show: 'page' } as const;

/** Pages that anybody may see whatever their state. */
const isFree = (page?: ProductPage) => page?.access === 'public' || page?.access === 'link';

/** True when the browser is at an address of this brand: its web domain, or this very machine. */
export const isRightHost = (host: string, webDomain: string): boolean => {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '127.0.0.1' ||
    name === '[::1]' ||
    name.includes(webDomain.toLowerCase())
  );
};

function guardSignedOut(input: GuardInput): GuardOutcome {
  if (input.path === '/') return { go: '/signin' };
  const page = pageAt(input.path);
  if (isFree(page) || page?.access === 'signedOut') return stay;
  return { go: '/signin', save: input.path + input.rest };
}

function guardModules(input: GuardInput): GuardOutcome {
  const { path, modules } = input;
  const page = pageAt(path);
  const module = page?.access === 'signedIn' ? page.module : undefined;
  const status = module === undefined ? undefined : modules[module];
  if (path === '/' || status === 'INACTIVE') {
    const anyActive = (['compliance', 'monitoring', 'training'] as const).some(
      (name) => modules[name] === 'ACTIVE',
    );
    if (!anyActive) return path === '/plan' ? stay : { go: '/plan' };
    const home = input.hasSeenOrgGoals ? '/dashboard' : '/intro';
    return path === home ? stay : { go: home };
  }
  if (status === 'NOT_AVAILABLE') return { go: '/404' };
  // platform.md 4: after the portal data loads, an unviewed introduction comes first
  if (module !== undefined && input.portalDataLoaded && !input.dashboardIntroViewed && input.welcomeEmailSent)
    return { go: '/intro' };
  return stay;
}

/** Staff have no organisation: their desk is all there is for them, and before it the second factor. */
function guardStaff({ path, staff }: GuardInput): GuardOutcome {
  const page = pageAt(path);
  if (isFree(page)) return stay;
  const isSettingUp = within(path, staffPaths.secondFactor);
  if (staff === 'weak') return isSettingUp ? stay : { go: staffPaths.secondFactor };
  return page?.access === 'staff' && !isSettingUp ? stay : { go: staffPaths.home };
}

function guardSignedIn(input: GuardInput): GuardOutcome {
  if (input.staff === 'weak' || input.staff === 'strong') return guardStaff(input);
  // the desk of staff is not there for anybody else; a window left open on it when they began to act goes home
  const page = pageAt(input.path);
  if (page?.access === 'staff') return { go: input.staff === 'acting' ? '/' : '/404' };
  if (page?.access === 'signedOut') return { go: '/' };
  if (isFree(page)) return stay;
  const settingUp = within(input.path, accountsPaths.secondFactorSetUp);
  if (input.secondFactorNeeded) return settingUp ? stay : { go: accountsPaths.secondFactorSetUp };
  if (settingUp) return { go: '/' };
  const onboarding = within(input.path, '/onboarding');
  if (input.profile === 'loading') return onboarding ? stay : { show: 'profile' };
  if (input.profile === 'failed') return { show: 'profile-failure' };
  if (input.profile === 'none') return onboarding ? stay : { go: '/onboarding' };
  if (onboarding) return { go: '/intro' };
  if (input.plans === 'loading') return { show: 'profile' };
  if (input.plans === 'failed') return { show: 'plan-failure' };
  return guardModules(input);
}

export function guard(input: GuardInput): GuardOutcome {
  if (!isRightHost(input.host, input.webDomain))
    return within(input.path, '/incorrect-url') ? stay : { go: '/incorrect-url' };
  if (within(input.path, '/incorrect-url')) return { go: '/' };
  if (input.maintenance) return within(input.path, '/maintenance') ? stay : { go: '/maintenance' };
  if (within(input.path, '/maintenance')) return { go: '/' };
  if (input.session === 'checking') return { show: 'checking' };
  return input.session === 'out' ? guardSignedOut(input) : guardSignedIn(input);
}
