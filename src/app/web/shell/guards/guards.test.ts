import { describe, expect, test } from 'vitest';
import { savedRedirect } from '#modules/accounts/rules.ts';
import { isRightHost } from './guards.ts';
import {
  inactive,
  linkPages,
  member,
  moduleRoutes,
  page,
  rule,
  visitor,
  type Row,
} from './testing/guards.ts';

const accountPages = '/signin /signin/START /signup /signup/START'.split(' ');
const publicPages = [
  ...accountPages,
  '/verify',
  '/forgotPassword',
  '/forgotPassword/START',
  '/resetPassword/abc',
  '/resetPassword/abc/START',
  '/signupLink/abc',
  '/signupSec/abc',
  '/invite-link/abc',
  '/confirm-signup',
  '/link-error-page',
  '/404',
  '/scanner',
  ...linkPages,
];

rule('an unauthenticated visitor is sent to /signin, the URL saved unless at the root', [
  ['the root goes to sign-in and nothing is saved', { ...visitor, path: '/' }, { go: '/signin' }],
  [
    'the root with a query saves nothing either',
    { ...visitor, path: '/', rest: '?Channel=direct' },
    { go: '/signin' },
  ],
  [
    'a page goes to sign-in and the whole URL is saved',
    { ...visitor, path: '/webappscan/Shop', rest: '?tab=2#a' },
    { go: '/signin', save: '/webappscan/Shop?tab=2#a' },
  ],
  ['an address of a call is saved too', { ...visitor, path: '/api/x' }, { go: '/signin', save: '/api/x' }],
  [
    'so is an unknown address, which is 404 for a member only',
    { ...visitor, path: '/nowhere' },
    { go: '/signin', save: '/nowhere' },
  ],
  [
    'onboarding is for who is signed in',
    { ...visitor, path: '/onboarding' },
    { go: '/signin', save: '/onboarding' },
  ],
  [
    'what only begins like a public page is none',
    { ...visitor, path: '/signinx' },
    { go: '/signin', save: '/signinx' },
  ],
  ...publicPages.map((path): Row => [`${path} is public`, { ...visitor, path }, page]),
]);

describe('after login a saved redirect is followed', () => {
  test.each([
    [
      'with /api/ in it the browser navigates there',
      '/api/s3/getPrivateAsset?filePath=a',
      { how: 'navigate', to: '/api/s3/getPrivateAsset?filePath=a' },
    ],
    ['otherwise the path is pushed', '/webappscan/Shop?tab=2', { how: 'push', to: '/webappscan/Shop?tab=2' }],
    ['to another host never', '//elsewhere.org/', null],
  ])('%s', (_what, saved, expected) => expect(savedRedirect(saved)).toEqual(expected));
});

rule('a host without the brand web domain, not localhost, leads to /incorrect-url', [
  ['from anywhere', { host: 'elsewhere.org' }, { go: '/incorrect-url' }],
  ['from the root', { host: 'elsewhere.org', path: '/' }, { go: '/incorrect-url' }],
  ['visitors too', { ...visitor, host: 'elsewhere.org', path: '/signin' }, { go: '/incorrect-url' }],
  ['before maintenance', { host: 'elsewhere.org', maintenance: true }, { go: '/incorrect-url' }],
  ['where that page stays', { host: 'elsewhere.org', path: '/incorrect-url' }, page],
  ['localhost is right', { host: 'localhost:4000' }, page],
  ['on the right host that page leads home', { path: '/incorrect-url' }, { go: '/' }],
]);

rule('a signed-in user without a company profile is taken to /onboarding', [
  ['from a page', { profile: 'none' }, { go: '/onboarding' }],
  ['from the root', { profile: 'none', path: '/' }, { go: '/onboarding' }],
  ['from the plan page', { profile: 'none', path: '/plan' }, { go: '/onboarding' }],
  ['from the intro', { profile: 'none', path: '/intro' }, { go: '/onboarding' }],
  ['where onboarding stays', { profile: 'none', path: '/onboarding' }, page],
  ['with a company profile onboarding leads to the intro', { path: '/onboarding' }, { go: '/intro' }],
]);

rule('maintenance mode redirects to /maintenance, which is shown only while it is enabled', [
  ['members go there', { maintenance: true }, { go: '/maintenance' }],
  ['visitors too', { ...visitor, maintenance: true, path: '/signin' }, { go: '/maintenance' }],
  ['also from the root', { ...visitor, maintenance: true, path: '/' }, { go: '/maintenance' }],
  ['and while sign-in is checked', { session: 'checking', maintenance: true }, { go: '/maintenance' }],
  ['enabled it stays', { maintenance: true, path: '/maintenance' }, page],
  ['otherwise it redirects to /', { path: '/maintenance' }, { go: '/' }],
  ['for visitors too', { ...visitor, path: '/maintenance' }, { go: '/' }],
]);

rule(
  'authenticated users are redirected to / from',
  [
    '/signin',
    '/signin/START',
    '/signup',
    '/signup/START',
    '/verify',
    '/forgotPassword',
    '/forgotPassword/START',
    '/resetPassword/abc',
  ].map((path): Row => [path, { path }, { go: '/' }]),
);

rule('routes of modules marked NOT_AVAILABLE go to /404', [
  ...moduleRoutes.map(([module, path]): Row => [
    path,
    { path, modules: { ...member.modules, [module]: 'NOT_AVAILABLE' } },
    { go: '/404' },
  ]),
  ['a name that only begins alike is no route of it', { path: '/attacksurfaces' }, page],
]);

rule('at an inactive-module route or the root: plan, dashboard or intro', [
  ['the root with nothing active goes to the plan', { path: '/', modules: inactive }, { go: '/plan' }],
  ['the root goes to the dashboard if the goals were seen', { path: '/' }, { go: '/dashboard' }],
  ['the root goes to the intro if not', { path: '/', hasSeenOrgGoals: false }, { go: '/intro' }],
  ...(['compliance', 'monitoring', 'training'] as const).map((name): Row => [
    `${name} alone active is enough`,
    { path: '/', modules: { ...inactive, [name]: 'ACTIVE' } },
    { go: '/dashboard' },
  ]),
  [
    'an active cybermaturity alone is not',
    { path: '/', modules: { ...inactive, cybermaturity: 'ACTIVE' } },
    { go: '/plan' },
  ],
  ...moduleRoutes
    .filter(([module]) => module !== 'dashboard')
    .map(([module, path]): Row => [
      `${path} inactive goes to the dashboard while others are active`,
      {
        path,
        modules: {
          ...member.modules,
          compliance: 'ACTIVE',
          monitoring: 'ACTIVE',
          training: 'ACTIVE',
          [module]: 'INACTIVE',
        },
      },
      { go: '/dashboard' },
    ]),
  [
    'an inactive module goes to the intro before the goals were seen',
    { path: '/training', hasSeenOrgGoals: false, modules: { ...member.modules, training: 'INACTIVE' } },
    { go: '/intro' },
  ],
  [
    'an inactive module goes to the plan when nothing is active',
    { path: '/webappscan', modules: inactive },
    { go: '/plan' },
  ],
  ['so does the dashboard', { path: '/dashboard', modules: inactive }, { go: '/plan' }],
  ['the plan page itself stays', { path: '/plan', modules: inactive }, page],
  ['settings need no module', { path: '/settings/you', modules: inactive }, page],
  ['an active module shows', { path: '/webappscan/Shop' }, page],
]);

rule(
  'what a link to approve, to sign or to learn opens is there for everyone, signed in or not',
  linkPages.flatMap((path): Row[] => [
    [`${path} for a member`, { path }, page],
    [`${path} for a visitor`, { ...visitor, path }, page],
    [`${path} before onboarding`, { path, profile: 'none' }, page],
    [`${path} without the module`, { path, modules: inactive }, page],
    [`${path} before a demanded second factor`, { path, secondFactorNeeded: true }, page],
    [`${path} for staff`, { path, staff: 'strong', profile: 'loading' }, page],
    [`${path} for staff without second factor`, { path, staff: 'weak' }, page],
  ]),
);

rule('while something is still being loaded the shell says so', [
  ['sign-in state: Loading', { session: 'checking' }, { show: 'checking' }],
  ['signed in, profile not loaded: one moment', { profile: 'loading' }, { show: 'profile' }],
  ['plan not loaded: one moment', { plans: 'loading' }, { show: 'profile' }],
  ['not on onboarding', { profile: 'loading', path: '/onboarding' }, page],
  ['not on a page for everyone', { profile: 'loading', path: '/404' }, page],
]);

rule('what cannot be loaded opens the Something Went Wrong dialog', [
  ['a failed plan status when a company profile exists', { plans: 'failed' }, { show: 'plan-failure' }],
  ['not without a company profile', { plans: 'failed', profile: 'none', path: '/onboarding' }, page],
  ['a failed profile', { profile: 'failed' }, { show: 'profile-failure' }],
]);

rule('after the portal data loads an intro not viewed comes first, if the welcome email was sent', [
  ['from a module', { dashboardIntroViewed: false }, { go: '/intro' }],
  ['not before the email', { dashboardIntroViewed: false, welcomeEmailSent: false }, page],
  ['not before the data loads', { dashboardIntroViewed: false, portalDataLoaded: false }, page],
  ['the intro stays', { path: '/intro', dashboardIntroViewed: false }, page],
]);

rule('Whoever lacks the second factor that the organisation demands sets one up before anything else', [
  ['the dashboard', { secondFactorNeeded: true }, { go: '/second-factor-setup' }],
  ['the root', { secondFactorNeeded: true, path: '/', profile: 'loading' }, { go: '/second-factor-setup' }],
  ['the settings', { secondFactorNeeded: true, path: '/settings/you' }, { go: '/second-factor-setup' }],
  [
    'onboarding',
    { secondFactorNeeded: true, path: '/onboarding', profile: 'loading' },
    { go: '/second-factor-setup' },
  ],
  ['the page itself', { secondFactorNeeded: true, path: '/second-factor-setup', profile: 'loading' }, page],
  [
    'while staff act as the person',
    { secondFactorNeeded: true, staff: 'acting' },
    { go: '/second-factor-setup' },
  ],
  ['a page of no one in particular', { secondFactorNeeded: true, path: '/404' }, page],
  ['once it is set up', { path: '/second-factor-setup' }, { go: '/' }],
  [
    'signed out',
    { ...visitor, path: '/second-factor-setup' },
    { go: '/signin', save: '/second-factor-setup' },
  ],
]);

test.each([
  'localhost:4000',
  'shield.localhost',
  '127.0.0.1:4000',
  '[::1]:4000',
  'portal.example.com',
  'EXAMPLE.com',
])('%s is an address of the brand', (host) => {
  expect(isRightHost(host, 'example.com')).toBe(true);
});

test.each(['exemple.com', '127.0.0.2', 'localhost.evil.org'])('%s is not', (host) => {
  expect(isRightHost(host, 'example.com')).toBe(false);
});
