import { expect, test } from 'vitest';
import { guard, isRightHost, type GuardInput } from './guards.ts';

const member: GuardInput = {
  path: '/dashboard',
  rest: '',
  host: 'portal.example.com',
  webDomain: 'example.com',
  maintenance: false,
  session: 'in',
  profile: 'loaded',
  plans: 'loaded',
  modules: {
    compliance: 'ACTIVE',
    monitoring: 'ACTIVE',
    training: 'ACTIVE',
    dashboard: 'ACTIVE',
    ratings: 'NOT_AVAILABLE',
    cybermaturity: 'ACTIVE',
  },
  hasSeenOrgGoals: true,
  dashboardIntroViewed: true,
  welcomeEmailSent: true,
  portalDataLoaded: true,
};
const visitor: Partial<GuardInput> = { session: 'out', profile: 'loading', plans: 'loading', portalDataLoaded: false };
const page = { show: 'page' };
const inactive = { compliance: 'INACTIVE', monitoring: 'INACTIVE', training: 'INACTIVE', dashboard: 'INACTIVE' } as const;

test.each<[what: string, given: Partial<GuardInput>, expected: object]>([
  ['a visitor at the root goes to sign-in and nothing is saved', { ...visitor, path: '/' }, { go: '/signin' }],
  [
    'a visitor at a page goes to sign-in and the address is saved',
    { ...visitor, path: '/webappscan/Shop', rest: '?tab=2' },
    { go: '/signin', save: '/webappscan/Shop?tab=2' },
  ],
  ['a visitor may sign in', { ...visitor, path: '/signin/abc' }, page],
  ['a visitor may sign up', { ...visitor, path: '/signup' }, page],
  ['a visitor may open an invitation', { ...visitor, path: '/invite-link/x' }, page],
  ['a visitor may see 404', { ...visitor, path: '/404' }, page],
  ['whoever found the scanner in a log may read about it', { ...visitor, path: '/scanner' }, page],
  ['a visitor cannot onboard', { ...visitor, path: '/onboarding' }, { go: '/signin', save: '/onboarding' }],
  ['while sign-in is being checked the shell says so', { session: 'checking' }, { show: 'checking' }],
  ['a wrong host leads to the incorrect-url page', { host: 'elsewhere.org' }, { go: '/incorrect-url' }],
  ['on a wrong host that page stays', { host: 'elsewhere.org', path: '/incorrect-url' }, page],
  ['on the right host that page leads home', { path: '/incorrect-url' }, { go: '/' }],
  ['maintenance leads to its page', { maintenance: true }, { go: '/maintenance' }],
  ['maintenance leads visitors to its page too', { ...visitor, maintenance: true, path: '/signin' }, { go: '/maintenance' }],
  ['its page shows while maintenance is on', { maintenance: true, path: '/maintenance' }, page],
  ['its page leads home when maintenance is off', { path: '/maintenance' }, { go: '/' }],
  ['a member is led away from sign-in', { path: '/signin' }, { go: '/' }],
  ['a member is led away from a reset page', { path: '/resetPassword/abc' }, { go: '/' }],
  ['a member is led away from verify', { path: '/verify' }, { go: '/' }],
  ['while the profile loads the shell says so', { profile: 'loading' }, { show: 'profile' }],
  ['while the profile loads onboarding stays', { profile: 'loading', path: '/onboarding' }, page],
  ['a profile that cannot be loaded says so', { profile: 'failed' }, { show: 'profile-failure' }],
  ['without a company profile one is taken to onboarding', { profile: 'none' }, { go: '/onboarding' }],
  ['without a company profile onboarding stays', { profile: 'none', path: '/onboarding' }, page],
  ['with a company profile onboarding leads to the intro', { path: '/onboarding' }, { go: '/intro' }],
  ['plans that cannot be loaded show the failure', { plans: 'failed' }, { show: 'plan-failure' }],
  ['the root leads to the dashboard', { path: '/' }, { go: '/dashboard' }],
  ['the root leads to the intro before the goals were seen', { path: '/', hasSeenOrgGoals: false }, { go: '/intro' }],
  ['the root leads to the plan when nothing is active', { path: '/', modules: inactive }, { go: '/plan' }],
  ['an inactive module leads to the plan when nothing is active', { path: '/webappscan', modules: inactive }, { go: '/plan' }],
  [
    'an inactive module leads to the dashboard when another is active',
    { path: '/training', modules: { ...member.modules, training: 'INACTIVE' } },
    { go: '/dashboard' },
  ],
  ['the plan page stays when nothing is active', { path: '/plan', modules: inactive }, page],
  ['a module that is not available is not there', { path: '/attacksurface' }, { go: '/404' }],
  ['so are its inner pages', { path: '/attacksurface/x' }, { go: '/404' }],
  ['an unviewed introduction comes first', { dashboardIntroViewed: false }, { go: '/intro' }],
  ['the introduction waits for the welcome e-mail', { dashboardIntroViewed: false, welcomeEmailSent: false }, page],
  ['the introduction itself stays', { path: '/intro', dashboardIntroViewed: false }, page],
  ['settings need no module', { path: '/settings/you' }, page],
  ['an active module shows', { path: '/webappscan/Shop' }, page],
])('%s', (_what, given, expected) => {
  expect(guard({ ...member, ...given })).toEqual(expected);
});

test.each(['localhost:4000', 'shield.localhost', '127.0.0.1:4000', '[::1]:4000', 'portal.example.com', 'EXAMPLE.com'])(
  '%s is an address of the brand',
  (host) => {
    expect(isRightHost(host, 'example.com')).toBe(true);
  },
);

test.each(['exemple.com', '127.0.0.2', 'localhost.evil.org'])('%s is not', (host) => {
  expect(isRightHost(host, 'example.com')).toBe(false);
});
