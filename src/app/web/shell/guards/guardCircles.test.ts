import { expect, test } from 'vitest';
import { guard, type GuardInput } from './guards.ts';
import { member, inactive, moduleRoutes } from './testing/guards.ts';

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
