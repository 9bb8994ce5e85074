import { describe, expect, it } from 'vitest';
import type { Handler, Reply, Visit } from '../../../sites/serve.ts';
import { escaped, get, page, post, postJson, tryOut, type Shape } from '../execution/testing/trial.ts';
import { nosqlInjection } from './nosql.ts';
import { sqlInjection } from './sql.ts';
import {
  findByScript,
  findDocuments,
  findEntries,
  findNodes,
  nested,
  people,
  type Person,
} from './testing/queries.ts';
import { ldapInjection, xpathInjection } from './trees.ts';

const all = [sqlInjection, nosqlInjection, ldapInjection, xpathInjection];
const shown = (found: readonly Person[]): Reply =>
  page(
    found.length === 0
      ? '<p>Nobody</p>'
      : found.map((one) => `<p>${one.name}, member since spring</p>`).join(''),
  );
const q = (visit: Visit, name: string) => visit.url.searchParams.get(name) ?? visit.form.get(name) ?? '';
const bodyOf = (visit: Visit) =>
  visit.body === '' ? {} : (JSON.parse(visit.body) as Record<string, unknown>);

/** What a program does when its query fails: shows the message, or hides it. */
const failing =
  (work: (visit: Visit) => Reply, message: (error: Error) => Reply): Handler =>
  (visit) => {
    try {
      return work(visit);
    } catch (error) {
      return message(error as Error);
    }
  };
const told = (error: Error): Reply => page(`<pre>${escaped(error.message)}</pre>`, { status: 500 });
const hidden = (): Reply => page('<p>Something went wrong.</p>');

const flaws: [string, Shape, Handler, string][] = [
  [
    'operators in the names of a form',
    post('/in', ['name', 'x'], ['password', 'y']),
    failing((v) => shown(findDocuments(nested(v.form))), hidden),
    'active.nosql-injection',
  ],
  [
    'operators in a query',
    get('/p?name=ann'),
    failing((v) => shown(findDocuments(nested(v.url.searchParams))), hidden),
    'active.nosql-injection',
  ],
  [
    'operators in JSON',
    postJson('/in', { name: 'x', password: 'y' }),
    failing((v) => shown(findDocuments(bodyOf(v))), hidden),
    'active.nosql-injection',
  ],
  [
    'operators in JSON with messages',
    postJson('/in', { password: 'zz' }),
    failing((v) => shown(findDocuments(bodyOf(v))), told),
    'active.nosql-injection',
  ],
  [
    'a script of a database',
    get('/p?name=ann'),
    failing((v) => shown(findByScript(`person.name == '${q(v, 'name')}'`)), hidden),
    'active.nosql-injection',
  ],
  [
    'a filter of a directory',
    post('/p', ['uid', 'ann']),
    failing((v) => shown(findEntries(`(&(uid=${q(v, 'uid')})(name=*))`)), hidden),
    'active.ldap-injection',
  ],
  [
    'a filter of a directory with messages',
    get('/p?uid=ann'),
    failing((v) => shown(findEntries(`(uid=${q(v, 'uid')})`)), told),
    'active.ldap-injection',
  ],
  [
    'an expression over XML',
    get('/p?name=ann'),
    failing((v) => shown(findNodes(`@name='${q(v, 'name')}'`)), hidden),
    'active.xpath-injection',
  ],
  [
    'a sign-in over XML with short names',
    post('/in', ['n', 'x'], ['p', 'y']),
    failing((v) => shown(findNodes(`@name='${q(v, 'n')}'`)), hidden),
    'active.xpath-injection',
  ],
  [
    'an expression over XML that finds nobody',
    post('/in', ['user', 'x']),
    failing((v) => shown(findNodes(`@name='${q(v, 'user')}'`)), hidden),
    'active.xpath-injection',
  ],
  [
    'an expression with messages',
    get('/p?name=ann'),
    failing((v) => shown(findNodes(`@name="${q(v, 'name')}"`)), told),
    'active.xpath-injection',
  ],
];

describe('flaws', () => {
  it.each(flaws)('finds %s', async (_what, shape, handler, rule) => {
    const { rules, findings } = await tryOut(all, handler, shape);
    expect(rules).toEqual([rule]);
    expect(findings[0]!.places[0]!.payload).not.toBe('');
  });
});

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const safe: [string, Shape, Handler][] = [
  [
    'a filter with texts alone',
    postJson('/in', { name: 'ann' }),
    (v) => shown(findDocuments({ name: text(bodyOf(v).name) })),
  ],
  [
    'a schema that refuses objects',
    postJson('/in', { name: 'ann' }),
    (v) =>
      typeof bodyOf(v).name === 'string'
        ? shown(findDocuments({ name: bodyOf(v).name }))
        : page('name must be a text', { status: 422 }),
  ],
  [
    'parameters read by their plain name',
    get('/p?name=ann'),
    (v) => shown(findDocuments({ name: q(v, 'name') })),
  ],
  [
    'a form parser that joins lists',
    post('/in', ['name', 'ann']),
    (v) => shown(people.filter((one) => [...v.form.values()].join(',').includes(one.name))),
  ],
  [
    'an escaped filter',
    get('/p?uid=ann'),
    (v) =>
      shown(
        findEntries(
          `(uid=${q(v, 'uid').replace(/[()*\\]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)}`)})`,
        ),
      ),
  ],
  [
    'a validator of names',
    get('/p?uid=ann'),
    (v) =>
      /^\w+$/.test(q(v, 'uid'))
        ? shown(findEntries(`(uid=${q(v, 'uid')})`))
        : page('<p>Not a name</p>', { status: 400 }),
  ],
  [
    'a lesson about errors',
    get('/p?name=ann'),
    (v) =>
      page(
        `<p>${escaped(q(v, 'name'))}</p><p>XPathException and LDAPException are what careless programs show.</p>`,
      ),
  ],
  [
    'errors that quote',
    get('/p?name=ann'),
    (v) =>
      /^\w*$/.test(q(v, 'name'))
        ? shown(people)
        : page(`<p>Bad value: ${escaped(q(v, 'name'))}</p>`, { status: 500 }),
  ],
  [
    'a search by words',
    get('/p?query=ann'),
    (v) => shown(people.filter((one) => q(v, 'query').split(/\W+/).includes(one.name))),
  ],
  [
    'a search for everything by asterisk',
    get('/p?uid=a'),
    (v) =>
      shown(
        people.filter((one) =>
          new RegExp(
            `^${q(v, 'uid')
              .replace(/[^\w*]/g, '')
              .replaceAll('*', '.*')}`,
          ).test(one.name),
        ),
      ),
  ],
  [
    'a page that is never the same',
    get('/p?name=ann'),
    () => shown(people.filter(() => Math.random() < 0.5)),
  ],
  [
    'a list of forbidden operators',
    post('/in', ['name', 'x'], ['password', 'y']),
    (v) => (/\$(ne|gt|where)\b/.test(decodeURIComponent(v.body)) ? page('<p>Not allowed</p>') : shown([])),
  ],
  [
    'a list of forbidden operators in JSON',
    postJson('/in', { name: 'x', password: 'y' }),
    (v) => (/\$(ne|gt|where)\b/.test(v.body) ? page('<p>Not allowed</p>') : shown([])),
  ],
  [
    'a refusal of quotation marks',
    get('/p?name=ann'),
    (v) => (/['"]/.test(q(v, 'name')) ? page('Blocked', { status: 403 }) : shown(people)),
  ],
];

describe('no flaws', () => {
  it.each(safe)('leaves %s alone', async (_what, shape, handler) =>
    expect((await tryOut(all, handler, shape)).rules).toEqual([]),
  );
});

describe('what a point without a flaw costs', () => {
  const search: Handler = (v) => shown(people.filter((one) => one.name === q(v, 'name')));
  it.each([
    ['safe', 10],
    ['normal', 34],
    ['full', 60],
  ] as const)('at %s', async (level, most) => {
    const { requests, rules } = await tryOut(all, search, get('/p?name=ann'), { level });
    expect(rules).toEqual([]);
    expect(requests).toBeLessThanOrEqual(most);
  });
});

describe('a pair', () => {
  it('is no proof where the condition that holds and nonsense answer the same', async () => {
    // Longer texts find nothing, whatever they say.
    const handler: Handler = (v) => shown(q(v, 'name').length % 2 === 0 ? people : []);
    expect((await tryOut(all, handler, get('/p?name=an'))).rules).toEqual([]);
  });

  it('is no proof where the answers stop fitting after five rounds', async () => {
    let asked = 0;
    const handler: Handler = (v) => {
      const condition = / && (\d+)-(\d+)==(\d+) && 'z'=='z$/.exec(q(v, 'name'));
      if (!condition) return shown(q(v, 'name') === 'ann' ? people : []);
      asked += 1;
      const [sum, subtracted, difference] = condition.slice(1).map(Number) as [number, number, number];
      // the first pair and five rounds fit
      return shown(asked > 12 || sum - subtracted === difference ? people : []);
    };
    expect((await tryOut([nosqlInjection], handler, get('/p?name=ann'), { level: 'full' })).rules).toEqual(
      [],
    );
    expect(asked).toBeGreaterThan(12);
  });

  it('has the same length whether its condition holds or not, with every number', async () => {
    const lengths = new Set<number>();
    const handler: Handler = (v) => {
      const sent = q(v, 'name');
      if (/^an' && \d+-\d+==\d+ && 'z'=='z$/.test(sent)) lengths.add(sent.length);
      return shown(sent.length > 4 ? people : []);
    };
    for (let round = 0; round < 40; round++)
      await tryOut([nosqlInjection], handler, get('/p?name=an'), { level: 'full' });
    expect([...lengths]).toHaveLength(1);
  });
});
