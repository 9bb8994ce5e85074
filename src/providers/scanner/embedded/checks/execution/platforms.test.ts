import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../sites/serve.ts';
import { readPage } from '#probes/web/page.ts';
import type { Scan } from '../../rule.ts';
import { platforms } from './platforms.ts';
import { escaped, page, tryOut } from './testing/trial.ts';

const met = (scan: Scan) => {
  scan.site.paths.add(new URL('/cgi-bin/status', scan.base).href);
  scan.site.pages.push({ url: scan.base.href, answer: scan.front, page: readPage('', scan.base.href) });
};
const tried = async (handler: Handler, level: 'safe' | 'full' = 'safe') =>
  (await tryOut([platforms], handler, null, { level, tech: ['java'], prepare: met })).rules;

/** What an old bash makes of a function in its environment. */
const oldShell = (header: string) => {
  const [, tag, a, b] = /^\(\) \{[^}]*\};.* echo (\w+)\$\(\((\d+)\*(\d+)\)\)$/.exec(header) ?? [];
  return tag ? `${tag}${Number(a) * Number(b)}` : 'ok';
};
const binding =
  (complains: (field: string) => boolean): Handler =>
  (visit) => {
    const field = [...visit.url.searchParams.keys()].find((name) => name.startsWith('class.'));
    return field && complains(field)
      ? page('<h1>HTTP Status 400 – Bad Request</h1>', { status: 400 })
      : page('Lamps');
  };

describe('known ways into platforms', () => {
  it('finds a shell that carries out headers', async () => {
    const handler: Handler = (visit) =>
      visit.path === '/cgi-bin/status'
        ? { type: 'text/plain', body: oldShell(visit.headers['user-agent'] ?? '') }
        : page('Lamps');
    expect(await tried(handler)).toEqual(['active.shellshock']);
  });

  it('finds fields that reach the class loader', async () => {
    expect(await tried(binding((field) => field.endsWith('.DefaultAssertionStatus')))).toEqual([
      'active.spring4shell',
    ]);
  });

  it.each<[string, Handler]>([
    ['a program that shows its headers', (visit) => page(escaped(String(visit.headers['user-agent'])))],
    ['a firewall', binding(() => true)],
    ['a page that takes any parameter', binding(() => false)],
    [
      'a page that fails at random',
      (() => {
        let turn = 0;
        return () => ((turn += 1) % 2 ? page('Lamps') : page('no', { status: 400 }));
      })(),
    ],
  ])('leaves %s alone', async (_name, handler) => expect(await tried(handler, 'full')).toEqual([]));
});
