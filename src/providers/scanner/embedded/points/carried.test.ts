import { expect, it } from 'vitest';
import { bodyText } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import type { Handler, Visit } from '../../sites/serve.ts';
import { escaped, page, tryOut } from '../checks/execution/testing/trial.ts';
import { carriedPoints } from './carried.ts';

/** Places that the pages of a website show that they read; those that are tried blindly are left out. */
async function placesAt(handler: Handler, at: string): Promise<string[]> {
  let found: string[] = [];
  await tryOut([], handler, null, {
    prepare: async (scan) => {
      for (const path of ['/', '/one', '/two', at]) {
        const url = new URL(path, scan.base).href;
        const answer = (await scan.ask(url))!;
        scan.site.pages.push({ url, answer, page: readPage(bodyText(answer), url) });
      }
      const points = await carriedPoints(scan);
      found = points
        .filter(({ request }) => request.url.includes('/shop'))
        .map(({ kind, name }) => `${kind} ${name}`);
    },
  });
  return found;
}

const agent = ({ headers }: Visit) => headers['user-agent'] ?? '';
const lamps = '<p>Lamps of every colour and for every room, delivered to your door</p>';
const shop =
  (write: (visit: Visit) => string | null): Handler =>
  (visit) => {
    const text = visit.path.startsWith('/shop') ? write(visit) : '';
    return text === null ? { status: 404 } : page(`${lamps}${text}`);
  };

it.each<[string, string, (visit: Visit) => string | null, string[]]>([
  [
    'a page that repeats a header',
    '/shop',
    ({ headers }) => `<a href="${headers.referer ?? ''}">back</a>`,
    ['header Referer'],
  ],
  [
    'a page that breaks at a header',
    '/shop',
    (visit) => (agent(visit).includes("'") ? '<h2>Syntax error</h2>'.repeat(9) : ''),
    ['header User-Agent', 'header Referer', 'header X-Forwarded-For'],
  ],
  [
    'a page that lists what it is asked',
    '/shop',
    ({ url }) => [...url.searchParams.keys()].map(escaped).join(' '),
    ['name name of a parameter'],
  ],
  [
    'a program that repeats the path behind it',
    '/shop.php',
    ({ path }) => `<form action="${decodeURIComponent(path)}"></form>`,
    ['path 1'],
  ],
  [
    'a program that knows no path behind it',
    '/shop.php',
    (visit) => (visit.path === '/shop.php' ? escaped(agent(visit)) : null),
    ['header User-Agent'],
  ],
  ['no page that reads nothing', '/shop', () => '', []],
  [
    'no page that is another each time',
    '/shop',
    () => Array.from({ length: 40 }, () => Math.random().toString(36)).join(' '),
    [],
  ],
])('%s is tried there', async (_what, at, write, expected) =>
  expect(await placesAt(shop(write), at)).toEqual(expected),
);
