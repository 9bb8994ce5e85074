import { accountsPaths } from '#modules/accounts/paths.ts';
import { staffPaths } from '#modules/staff/paths.ts';

/** The guard rules of platform.md section 2 and 4 as one function: where somebody is and what is known, in; where to go, out. */

export type ModuleStatus = 'ACTIVE' | 'INACTIVE' | 'NOT_AVAILABLE';
export type ModuleName =
  | 'compliance'
  | 'ratings'
  | 'cybermaturity'
  | 'training'
  | 'monitoring'
  | 'insurance'
  | 'dashboard'
  | 'marketplace'
  | 'cyberconcierge';

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

const accountPages = ['/signin', '/signup', '/verify', '/forgotPassword', '/resetPassword'];
/** Pages that a link in a mail opens for people without an account: they look the same whoever is signed in. */
const linkPages = [
  '/policy-approval',
  '/policy-signing',
  '/issue-link',
  '/learn',
  '/certificate',
  '/evidence-check',
  '/unsubscribe',
  '/report-email',
];
const publicPages = [
  ...accountPages,
  '/signupLink',
  '/signupSec',
  '/invite-link',
  '/confirm-signup',
  '/link-error-page',
  '/incorrect-url',
  '/maintenance',
  '/404',
  '/scanner',
  ...linkPages,
];
/** Pages that anybody may see whatever their state. */
const freePages = [
  '/link-error-page',
  '/404',
  '/scanner',
  '/signupLink',
  '/signupSec',
  '/invite-link',
  '/confirm-signup',
  ...linkPages,
];

const modulePages: [prefix: string, module: ModuleName][] = [
  ['/dashboard', 'dashboard'],
  ['/evidence', 'dashboard'],
  ['/cybermaturity', 'cybermaturity'],
  ['/attacksurface', 'ratings'],
  ['/securitypolicy', 'compliance'],
  ['/webappscan', 'monitoring'],
  ['/training', 'training'],
  ['/marketplace', 'marketplace'],
  ['/insurance', 'insurance'],
  ['/concierge', 'cyberconcierge'],
];

const under = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
const isOneOf = (path: string, prefixes: readonly string[]) => prefixes.some((prefix) => under(path, prefix));
export const moduleOf = (path: string) => modulePages.find(([prefix]) => under(path, prefix))?.[1];

export const isLinkPage = (path: string): boolean => isOneOf(path, linkPages);

/** Pages that bring a frame of their own, also for whoever is signed in: no page stands inside another. */
export const hasOwnFrame = (path: string): boolean =>
  isLinkPage(path) || isOneOf(path, ['/link-error-page', '/confirm-signup']);

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
  if (isOneOf(input.path, publicPages)) return stay;
  return { go: '/signin', save: input.path + input.rest };
}

function guardModules(input: GuardInput): GuardOutcome {
  const { path, modules } = input;
  const module = moduleOf(path);
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
  if (isOneOf(path, freePages)) return stay;
  const isSettingUp = under(path, staffPaths.secondFactor);
  if (staff === 'weak') return isSettingUp ? stay : { go: staffPaths.secondFactor };
  return under(path, staffPaths.home) && !isSettingUp ? stay : { go: staffPaths.home };
}

function guardSignedIn(input: GuardInput): GuardOutcome {
  if (input.staff === 'weak' || input.staff === 'strong') return guardStaff(input);
  // the desk of staff is not there for anybody else; a window left open on it when they began to act goes home
  if (under(input.path, staffPaths.home)) return { go: input.staff === 'acting' ? '/' : '/404' };
  if (isOneOf(input.path, accountPages)) return { go: '/' };
  if (isOneOf(input.path, freePages)) return stay;
  const settingUp = under(input.path, accountsPaths.secondFactorSetUp);
  if (input.secondFactorNeeded) return settingUp ? stay : { go: accountsPaths.secondFactorSetUp };
  if (settingUp) return { go: '/' };
  const onboarding = under(input.path, '/onboarding');
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
    return under(input.path, '/incorrect-url') ? stay : { go: '/incorrect-url' };
  if (under(input.path, '/incorrect-url')) return { go: '/' };
  if (input.maintenance) return under(input.path, '/maintenance') ? stay : { go: '/maintenance' };
  if (under(input.path, '/maintenance')) return { go: '/' };
  if (input.session === 'checking') return { show: 'checking' };
  return input.session === 'out' ? guardSignedOut(input) : guardSignedIn(input);
}
