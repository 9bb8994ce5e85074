import { expect, it } from 'vitest';
import { isExcluded } from './exclude.ts';

it.each<[string, string, boolean]>([
  ['/admin/', '/admin/users/3', true],
  ['/admin', '/admin?x=1', true],
  ['admin', '/admin/', true],
  ['/admin/', '/administration', false],
  ['/page?action=delete', '/page?id=3&action=delete', true],
  ['/page?action=delete', '/page?action=del%65te&id=3', true],
  ['/page?action=delete', '/page/?action=delete', true],
  ['/page?action=delete', '/page?action=show', false],
  ['/page?action=delete', '/page/below?action=delete', false],
  ['/page?b=2&a=1', '/page?a=1&c=3&b=2', true],
  ['/page?b=2&a=1', '/page?a=1', false],
  ['?logout', '/any/where?logout', true],
  ['?logout', '/?x=1&logout=yes', true],
  ['?logout', '/logout', false],
  ['?logout=', '/?logout=yes', false],
  ['/items/*/edit', '/items/3/edit', true],
  ['/items/*/edit', '/items/3/edit/photo', true],
  ['/items/*/edit', '/items/3', false],
  ['?do=*delete*', '/a?do=userDelete&x', false],
  ['?do=*Delete*', '/a?do=userDelete&x', true],
  ['/*.php?op=*', '/old/a.php?op=', true],
  ['/a b/', '/a%20b/c', true],
  ['/search?q=a+b', '/search?q=a%20b', true],
  ['https://shop.example/page?x', '/page?x=1', true],
  ['?', '/page', false],
  ['/a(b', '/a(b/c', true],
])('%s and %s: %s', (given, at, excluded) =>
  expect(isExcluded(new URL(at, 'https://shop.example'), [given])).toBe(excluded),
);
