import { describe, expect, test } from 'vitest';
import { savedRedirect } from '#modules/accounts/rules.ts';
import { guard, isRightHost, type GuardInput, type ModuleName } from './guards.ts';

const member: GuardInput = {
  path: '/dashboard',
  rest: '',
  host: 'portal.example.com',
  webDomain: 'example.com',
  maintenance: false,
  session: 'in',
  staff: 'none',
  secondFactorNeeded: false,
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
const visitor: Partial<GuardInput> = {
  session: 'out',
  profile: 'loading',
  plans: 'loading',
  portalDataLoaded: false,
};
const page = { show: 'page' };
const inactive = {
  compliance: 'INACTIVE',
  monitoring: 'INACTIVE',
  training: 'INACTIVE',
  dashboard: 'INACTIVE',
} as const;

type Row = [what: string, given: Partial<GuardInput>, expected: object];
/** One bullet of the guard rules (platform.md 2), or a rule of section 4 that moves somebody; its rows in words of the rule. */
const rule = (words: string, rows: Row[]) =>
  test.each(rows.map(([what, given, expected]): Row => [`${words} · ${what}`, given, expected]))(
    '%s',
    (_what, given, expected) => expect(guard({ ...member, ...given })).toEqual(expected),
  );

const linkPages =
  '/policy-approval/a /policy-signing/a /issue-link/a /learn/a/02 /certificate /certificate/a /unsubscribe/a /report-email/a'.split(
    ' ',
  );
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

const moduleRoutes: [module: ModuleName, path: string][] = [
  ['dashboard', '/dashboard'],
  ['cybermaturity', '/cybermaturity/assessment'],
  ['ratings', '/attacksurface'],
  ['compliance', '/securitypolicy/p1/2'],
  ['monitoring', '/webappscan/Shop'],
  ['training', '/training'],
  ['marketplace', '/marketplace/partner'],
  ['insurance', '/insurance'],
  ['cyberconcierge', '/concierge/messages/m1'],
];

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

rule('staff without organisation go to their desk instead of onboarding', [
  ['from the root', { staff: 'strong', profile: 'none', path: '/' }, { go: '/staff' }],
  ['from onboarding', { staff: 'strong', profile: 'none', path: '/onboarding' }, { go: '/staff' }],
  ['from sign-in', { staff: 'strong', profile: 'loading', path: '/signin' }, { go: '/staff' }],
  ['from every page of customers', { staff: 'strong', path: '/settings/admins' }, { go: '/staff' }],
  ['the desk shows', { staff: 'strong', profile: 'loading', path: '/staff' }, page],
  ['so does an organisation', { staff: 'strong', profile: 'loading', path: '/staff/organizations/o1' }, page],
  [
    'with a second factor its set-up is over',
    { staff: 'strong', path: '/staff/second-factor' },
    { go: '/staff' },
  ],
  ['without one its set-up comes first', { staff: 'weak', path: '/staff' }, { go: '/staff/second-factor' }],
  ['and shows', { staff: 'weak', path: '/staff/second-factor' }, page],
  ['a page for everyone stays', { staff: 'weak', path: '/404' }, page],
  ['an administrator finds no desk', { path: '/staff' }, { go: '/404' }],
  [
    'nor does someone before onboarding',
    { path: '/staff/organizations/o1', profile: 'none' },
    { go: '/404' },
  ],
  [
    'a window on the desk goes home when staff begin to act',
    { staff: 'acting', path: '/staff/organizations/o1' },
    { go: '/' },
  ],
  ['who acts goes where the administrator goes', { staff: 'acting', path: '/' }, { go: '/dashboard' }],
  [
    'a visitor signs in first and comes back',
    { ...visitor, path: '/staff' },
    { go: '/signin', save: '/staff' },
  ],
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

test('nobody is sent in circles: every destination is a page, or leads to one', () => {
  const paths = [
    '/',
    '/intro',
    '/plan',
    '/onboarding',
    '/settings',
    '/404',
    '/maintenance',
    '/incorrect-url',
    '/signin',
    '/staff',
    '/staff/second-factor',
    '/second-factor-setup',
    ...moduleRoutes.map(([, path]) => path),
  ];
  const sets: GuardInput['modules'][] = [
    member.modules,
    inactive,
    {},
    Object.fromEntries(moduleRoutes.map(([name]) => [name, 'NOT_AVAILABLE'])),
  ];
  const flags = [true, false];
  for (const secondFactorNeeded of flags)
    for (const staff of ['none', 'weak', 'strong', 'acting'] as const)
      for (const start of paths)
        for (const session of ['in', 'out'] as const)
          for (const profile of ['none', 'loaded'] as const)
            for (const modules of sets)
              for (const hasSeenOrgGoals of flags)
                for (const dashboardIntroViewed of flags)
                  for (const maintenance of flags) {
                    let path = start;
                    const seen: string[] = [];
                    for (;;) {
                      const outcome = guard({
                        ...member,
                        secondFactorNeeded,
                        staff,
                        session,
                        profile,
                        modules,
                        hasSeenOrgGoals,
                        dashboardIntroViewed,
                        maintenance,
                        path,
                      });
                      if (!('go' in outcome)) break;
                      seen.push(path);
                      expect(seen, `${seen.join(' → ')} → ${outcome.go}`).not.toContain(outcome.go);
                      path = outcome.go;
                    }
                  }
});

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
