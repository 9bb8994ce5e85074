import { describe, expect, it } from 'vitest';
import type { Handler, Visit } from '../../../sites/serve.ts';
import { bypass } from './bypass.ts';
import { code } from './code.ts';
import { command } from './command.ts';
import { headers } from './headers.ts';
import { redirect } from './redirect.ts';
import { templates } from './templates.ts';
import { traversal } from './traversal.ts';
import type { Shape } from './testing/trial.ts';
import { escaped, get, page, post, postJson, tryOut } from './testing/trial.ts';
import { upload } from './upload.ts';

/** What a point costs that has no flaw, for all checks of this folder together. */

const checks = [redirect, headers, traversal, command, code, templates, upload, bypass];
const first = (visit: Visit) => [...visit.url.searchParams.values()][0] ?? [...visit.form.values()][0] ?? '';

const quiet: Handler = () => page('<h1>Lamps</h1><p>Table lamps, floor lamps and candles.</p>');
const repeating: Handler = (visit) => page(`<h1>Results for ${escaped(first(visit))}</h1>`);
const choosing: Handler = (visit) =>
  /^\w{1,12}(\.\w+)?$/.test(first(visit))
    ? page('<h1>Lamp</h1><p>Brass, 40 cm, with a green shade.</p>')
    : page('<p>No such lamp.</p>', { status: 404 });
const failing: Handler = (visit) =>
  /^\w{1,12}$/.test(first(visit))
    ? page('<h1>Lamp 3</h1><p>Brass.</p>')
    : { status: 500, body: 'Internal Server Error' };
const moving: Handler = (visit) =>
  visit.path === '/go'
    ? { status: 302, headers: { Location: first(visit) === '/shop' ? '/shop' : '/' } }
    : page('<h1>Lamps</h1>');

const table: [string, Handler, Shape, 'quiet' | 'alive'][] = [
  ['a parameter nobody reads', quiet, get('/lamps?tone=warm'), 'quiet'],
  ['an id nobody reads', quiet, get('/lamps?id=3'), 'quiet'],
  ['a file name nobody reads', quiet, get('/lamps?file=a.txt'), 'quiet'],
  ['an address nobody reads', quiet, get('/lamps?next=%2Fshop'), 'quiet'],
  ['a host nobody reads', quiet, get('/lamps?host=shop.example'), 'quiet'],
  ['a search', repeating, get('/search?q=lamp'), 'alive'],
  ['a message', repeating, get('/say?message=hello'), 'alive'],
  ['a form', repeating, post('/search', ['q', 'lamp']), 'alive'],
  ['an interface', repeating, postJson('/api/search', { q: 'lamp' }), 'alive'],
  ['an id', choosing, get('/lamp?id=3'), 'alive'],
  ['an id that fails', failing, get('/lamp?id=3'), 'alive'],
  ['a page by name', choosing, get('/lamp?page=about'), 'alive'],
  ['a file', choosing, get('/lamp?file=about.html'), 'alive'],
  ['a host', choosing, get('/lamp?host=shop'), 'alive'],
  ['a redirect', moving, get('/go?next=%2Fshop'), 'alive'],
];
const levels = ['safe', 'normal', 'full'] as const;
/** At most, at few, usual and many; a point whose name or value promises much may cost half as much again. */
const most = { quiet: [3, 6, 15], alive: [8, 25, 60] } as const;

describe('a point without a flaw', () => {
  it.each(table)('costs little: %s', async (_name, handler, shape, kind) => {
    const spent: number[] = [];
    for (const level of levels) {
      if (level === 'safe' && shape.method !== 'GET') {
        spent.push(0);
        continue;
      }
      const { requests, rules } = await tryOut(checks, handler, shape, { level, timed: true });
      expect(rules).toEqual([]);
      spent.push(requests);
    }
    for (const [index, number] of spent.entries()) expect(number).toBeLessThanOrEqual(most[kind][index]!);
  });
});
