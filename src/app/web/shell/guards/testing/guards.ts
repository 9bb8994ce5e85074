import { expect, test } from 'vitest';
import type { ModuleName } from '#modules/plans/contract.ts';
import { guard, type GuardInput } from '../guards.ts';

export const member: GuardInput = {
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
export const visitor: Partial<GuardInput> = {
  session: 'out',
  profile: 'loading',
  plans: 'loading',
  portalDataLoaded: false,
};
export const page = { show: 'page' };
export const inactive = {
  compliance: 'INACTIVE',
  monitoring: 'INACTIVE',
  training: 'INACTIVE',
  dashboard: 'INACTIVE',
} as const;

export type Row = [what: string, given: Partial<GuardInput>, expected: object];
/** One bullet of the guard rules (platform.md 2), or a rule of section 4 that moves somebody; its rows in words of the rule. */
export const rule = (words: string, rows: Row[]) =>
  test.each(rows.map(([what, given, expected]): Row => [`${words} · ${what}`, given, expected]))(
    '%s',
    (_what, given, expected) => expect(guard({ ...member, ...given })).toEqual(expected),
  );

export const linkPages =
  '/policy-approval/a /policy-signing/a /issue-link/a /learn/a/02 /certificate /certificate/a /unsubscribe/a /report-email/a'.split(
    ' ',
  );

export const moduleRoutes: [module: ModuleName, path: string][] = [
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
