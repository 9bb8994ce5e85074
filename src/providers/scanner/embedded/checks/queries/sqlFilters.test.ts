import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Handler, Reply, Visit } from '../../../sites/serve.ts';
import { escaped, get, page, post, postJson, tryOut, type Shape } from '../execution/testing/trial.ts';
import { samplePassword } from '../../points/fields.ts';
import { sqlInjection } from './sql.ts';

const table = new DatabaseSync(':memory:');
table.exec(`create table tool (id integer primary key, name text, price integer);
insert into tool (name, price) values ('saw', 20), ('rake', 15), ('drill', 80);
create virtual table words using fts5(name); insert into words select name from tool;`);
const rows = (sql: string, ...values: string[]) =>
  page(
    table
      .prepare(sql)
      .all(...values)
      .map((row) => `<p>${escaped(String(row.name))}</p>`)
      .join(''),
  );
const given = (visit: Visit) => [...visit.url.searchParams.values(), ...visit.form.values()][0] ?? '';
const idOf = (visit: Visit) => visit.url.searchParams.get('id') ?? '';
const failing =
  (
    work: (text: string) => Reply,
    status: number,
    message: (error: Error) => string = () => 'Sorry.',
  ): Handler =>
  (visit) => {
    try {
      return work(given(visit));
    } catch (error) {
      return page(`<p>${escaped(message(error as Error))}</p>`, { status });
    }
  };
const search = (text: string) => rows('select name from words where words match ?', text);
const named = (text: string) => rows('select name from tool where name = ?', text);
const isBlocked = (text: string) =>
  [...text.matchAll(/(\d+)['"]?\s*=\s*['"]?(\d+)/g)].some(([, a, b]) => a === b) || /\bselect\b/i.test(text);

const signIn: Handler = failing((text) => {
  const found = table.prepare(`select 1 from tool where name = '${text}' and price = 0`).all().length > 0;
  return page(found ? '<p>Welcome back, your orders are below.</p>' : '<p>Wrong name or password.</p>');
}, 200);

describe('a database behind filters', () => {
  it.each<[string, Shape, Handler]>([
    [
      'a list of numbers',
      get('/p?ids=1,2'),
      failing((text) => rows(`select name from tool where id in (${text})`), 200),
    ],
    [
      'a number without spaces',
      get('/p?id=2'),
      failing(
        (text) =>
          /\s/.test(text) ? page('<p>Blocked.</p>') : rows(`select name from tool where id=${text}`),
        200,
      ),
    ],
    [
      'a text that is only written',
      post('/p', ['note', 'a']),
      failing(
        (text) => (table.prepare(`select 1 where '' || '${text}' is null`).all(), page('<p>Saved.</p>')),
        200,
      ),
    ],
    [
      'an error inside a message of the program',
      get('/p?name=saw'),
      failing(
        (text) => (table.prepare(`select 1 where '' = '${text}'`).all(), page('<p>Seen.</p>')),
        200,
        ({ message }) => `Warning: SQLite3::exec(): ${message} in /srv/www/p.php on line 4`,
      ),
    ],
    ['a sign-in with short names', post('/in', ['u', 'sample'], ['p', 'x']), signIn],
  ])('is found at %s', async (_what, shape, handler) => {
    expect((await tryOut([sqlInjection], handler, shape)).rules).toEqual(['active.sql-injection']);
  });
});

describe('programs that only seem to', () => {
  it.each<[string, Shape, Handler]>([
    [
      'a full-text search that tells its errors',
      get('/p?q=saw'),
      failing(search, 500, (error) => `SQLITE_ERROR: ${error.message}`),
    ],
    ['a full-text search that hides its errors', get('/p?q=saw'), failing(search, 500)],
    ...["'", '"'].map((quote): [string, Shape, Handler] => [
      `a program that wants ${quote} in pairs`,
      get('/p?name=saw'),
      (visit) =>
        given(visit).split(quote).length % 2 === 0
          ? page('<p>Sorry.</p>', { status: 500 })
          : named(given(visit)),
    ]),
    [
      'a firewall that knows what always holds',
      get('/p?name=zz'),
      (visit) => (isBlocked(given(visit)) ? page('<p>Blocked.</p>') : named(given(visit))),
    ],
    [
      'a sign-in behind such a firewall',
      post('/in', ['user', 'x'], ['password', 'y']),
      (visit) => (isBlocked(given(visit)) ? page('<p>Blocked.</p>') : page('<p>Wrong password.</p>')),
    ],
  ])('query is no reason to report %s', async (_what, shape, handler) => {
    for (const level of ['normal', 'full'] as const)
      expect((await tryOut([sqlInjection], handler, shape, { level })).rules).toEqual([]);
  });
});

it('sends no condition that always holds to a form that sets a password', async () => {
  const sent: string[] = [];
  const keep: Handler = (visit) => (sent.push(visit.body), page('<p>Saved.</p>'));
  await tryOut([sqlInjection], keep, post('/password/change', ['u', 'sample'], ['new', samplePassword]));
  expect(sent.filter((body) => /\+or\+/i.test(body))).toEqual([]);
  await tryOut([sqlInjection], keep, post('/in', ['u', 'sample'], ['p', samplePassword]));
  expect(sent.filter((body) => /\+or\+/i.test(body))).not.toEqual([]);
});

describe('places without quotation marks', () => {
  it.each<[string, Shape, (text: string) => string]>([
    ['the number of a column', get('/p?sort=2'), (text) => `select name, price from tool order by ${text}`],
    ['the name of a column', get('/p?sort=name'), (text) => `select name, price from tool order by ${text}`],
    ['a direction', get('/p?dir=asc'), (text) => `select name from tool order by price ${text}`],
    [
      'a number whose spaces are taken out',
      get('/p?id=2'),
      (text) => `select name from tool where id = ${text.replaceAll(' ', '')}`,
    ],
  ])('%s is found where errors are hidden', async (_what, shape, write) => {
    const handler = failing((text) => rows(write(text)), 200);
    expect((await tryOut([sqlInjection], handler, shape, { level: 'full' })).rules).toEqual([
      'active.sql-injection',
    ]);
  });
});

describe('what might change every row', () => {
  it('is not sent to forms that write', async () => {
    const bodies: string[] = [];
    const handler: Handler = (visit) => {
      bodies.push(visit.form.get('comment') ?? '');
      return page('<p>Saved.</p>');
    };
    await tryOut(
      [sqlInjection],
      handler,
      post('/orders/save', ['comment', 'x'], ['article', '7'], ['amount', '2'], ['gift', 'no']),
      {
        level: 'full',
      },
    );
    expect(bodies.filter((body) => /\bor\b/i.test(body))).toEqual([]);
    expect(bodies.filter((body) => /\b(drop|delete|update|insert|truncate|alter)\b/i.test(body))).toEqual([]);
  });
});

describe('messages', () => {
  it.each([
    [
      'You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near',
      'MySQL',
    ],
    ['ERROR: unterminated quoted string at or near', 'PostgreSQL'],
    ['Unclosed quotation mark after the character string', 'SQL Server'],
    ['ORA-01756: quoted string not properly terminated', 'Oracle'],
  ])('of databases are known: %s', async (message) => {
    const handler: Handler = (visit) =>
      (idOf(visit).match(/'/g)?.length ?? 0) % 2 === 1 || /'\w+'/.test(idOf(visit))
        ? page(`<p>${message} ${escaped("''' at line 1")}</p>`)
        : page('<p>Fine</p>');
    expect((await tryOut([sqlInjection], handler, get('/p?id=x'))).rules).toEqual(['active.sql-injection']);
  });

  it('of a refused conversion are none', async () => {
    const handler: Handler = (visit) =>
      /^\d+$/.test(idOf(visit))
        ? page('<p>Fine</p>')
        : page('<p>ERROR: invalid input syntax for type integer</p>', { status: 500 });
    expect((await tryOut([sqlInjection], handler, get('/p?id=3'))).rules).toEqual([]);
  });

  it('in JSON are known too', async () => {
    const handler: Handler = (visit) => ({
      type: 'application/json',
      body:
        (JSON.parse(visit.body || '{"name":""}') as { name: string }).name.includes("'") &&
        !visit.body.includes("''")
          ? '{"error":"SQLITE_ERROR: near \\"x\\": syntax error"}'
          : '{"rows":[]}',
      status: visit.body.includes("'") && !visit.body.includes("''") ? 500 : 200,
    });
    expect((await tryOut([sqlInjection], handler, postJson('/p', { name: 'x' }))).rules).toEqual([
      'active.sql-injection',
    ]);
  });
});
