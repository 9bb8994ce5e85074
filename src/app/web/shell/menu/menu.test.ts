import { describe, expect, test } from 'vitest';
import type { MenuItem } from '#ui/frame/menu.ts';
import { isMenuHidden, menuOf, shownName } from './menu.ts';

const active = {
  dashboard: 'ACTIVE',
  monitoring: 'ACTIVE',
  compliance: 'ACTIVE',
  training: 'ACTIVE',
} as const;
const help = 'https://help.example';

const flat = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...flat(item.children ?? [])]);
const itemsAt = (path: string, modules: Parameters<typeof menuOf>[1] = active) =>
  flat(menuOf(path, modules, help).flatMap((group) => group.items));
const item = (id: string, path: string, modules?: Parameters<typeof menuOf>[1]) =>
  itemsAt(path, modules).find((one) => one.id === id);

describe('an item is clickable only if it has a view, is not inactive, and the path is exact or not within its module', () => {
  test.each<[what: string, id: string, path: string, clickable: boolean]>([
    ['elsewhere', 'webappscan', '/dashboard', true],
    ['at the exact path', 'webappscan', '/webappscan', true],
    ['within its module', 'webappscan', '/webappscan/Shop', false],
    ['the group within it', 'monitoring', '/webappscan/Shop', false],
    ['another one there', 'dashboard', '/webappscan/Shop', true],
    ['a path that only begins alike is outside', 'webappscan', '/webappscanner', true],
  ])('%s', (_what, id, path, clickable) => expect(item(id, path)?.href !== undefined).toBe(clickable));

  test('inactive it says Subscribe to use, linking to the plan view', () => {
    const locked = item('monitoring', '/dashboard', { ...active, monitoring: 'INACTIVE' })!;
    expect(locked.href).toBeUndefined();
    expect(locked.children).toBeUndefined();
    expect(locked.locked).toEqual({ text: 'Subscribe to use', href: '/plan' });
  });

  test('not available it is not there', () => {
    expect(item('monitoring', '/dashboard', { ...active, monitoring: 'NOT_AVAILABLE' })).toBeUndefined();
  });
});

test('cyber maturity stands beside the dashboard, marked as Beta, and is current on all of its pages', () => {
  const modules = { ...active, cybermaturity: 'ACTIVE' } as const;
  expect(menuOf('/', modules, help)[0]!.items.map(({ label, badge }) => [label, badge])).toEqual([
    ['Dashboard', undefined],
    ['Cyber Maturity', 'Beta'],
  ]);
  expect(item('cybermaturity', '/cybermaturity/report', modules)).toMatchObject({ current: true });
  expect(item('cybermaturity', '/', { ...modules, cybermaturity: 'INACTIVE' })?.locked).toEqual({
    text: 'Subscribe to use',
    href: '/plan',
  });
  expect(item('cybermaturity', '/', { ...modules, cybermaturity: 'NOT_AVAILABLE' })).toBeUndefined();
});

test('security policies stand among the tools, current on each policy, and follow the compliance module', () => {
  const tools = menuOf('/', active, help).find((group) => group.label === 'TOOLS & SERVICES')!;
  expect(tools.items.map(({ label }) => label)).toEqual(['Security Policies', 'Training', 'Monitoring']);
  expect(item('securitypolicy', '/securitypolicy/passwords/2')).toMatchObject({ current: true });
  expect(item('securitypolicy', '/', { ...active, compliance: 'INACTIVE' })?.locked).toEqual({
    text: 'Subscribe to use',
    href: '/plan',
  });
  expect(item('securitypolicy', '/', { ...active, compliance: 'NOT_AVAILABLE' })).toBeUndefined();
});

test('the current place is marked once', () => {
  expect(
    itemsAt('/webappscan/Shop')
      .filter((one) => one.current)
      .map((one) => one.id),
  ).toEqual(['webappscan']);
});

test('the knowledge base is the external help centre, in group LEARN', () => {
  const learn = menuOf('/', active, help).find((group) => group.label === 'LEARN')!;
  expect(learn.items).toMatchObject([{ label: 'Knowledge Base', href: help, external: true }]);
});

const open = { rightHost: true, hasProfile: true, introViewed: true, modules: active };
const none = { compliance: 'NOT_AVAILABLE', monitoring: 'NOT_AVAILABLE', training: 'NOT_AVAILABLE' } as const;

test.each<[what: string, state: Parameters<typeof isMenuHidden>[0], hidden: boolean]>([
  ['the menu shows', open, false],
  ['hidden when the URL is wrong', { ...open, rightHost: false }, true],
  ['hidden without a company profile', { ...open, hasProfile: false }, true],
  ['hidden while the dashboard intro is unviewed', { ...open, introViewed: false }, true],
  [
    'hidden when compliance, monitoring and training are all NOT_AVAILABLE',
    { ...open, modules: { ...none, dashboard: 'ACTIVE' } },
    true,
  ],
  ['shown with one of them inactive', { ...open, modules: { ...none, training: 'INACTIVE' } }, false],
])('%s', (_what, state, hidden) => expect(isMenuHidden(state)).toBe(hidden));

test.each([
  [{ firstName: 'Ada', lastName: 'Vance', email: 'ada@acme.com' }, 'Ada Vance'],
  [{ email: 'ada@acme.com' }, 'ada'],
  [{ email: 'abcdefghijklmnopqrstuvwxy@acme.com' }, 'abcdefghijklmnopqrstuvwxy'],
  [{ email: 'abcdefghijklmnopqrstuvwxyz@acme.com' }, 'abcdefghijklmnopqrstuvwxy…'],
])('%o is called %s', (person, name) => expect(shownName(person)).toBe(name));
