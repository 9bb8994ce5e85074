import { afterAll, describe, expect, it } from 'vitest';
import type { Case } from '../../../testing/range/case.ts';
import { sqlCases } from '../../../testing/range/sql.ts';
import type { Handler, Visit } from '../../../sites/serve.ts';
import { get, page, post, tryOut, type Shape } from '../execution/testing/trial.ts';
import { sqlInjection } from './sql.ts';

const shapes: Record<string, Shape> = {
  name: get('/c?name=saw'),
  id: get('/c?id=2'),
  term: post('/c', ['term', 'a']),
  sort: get('/c?sort=name'),
  words: get('/c?words=saw'),
  user: post('/c', ['user', 'x'], ['password', 'y']),
  path: get('/c/tool/2'),
  json: { method: 'POST', path: '/c', body: { kind: 'json', value: { filter: { name: 'rake' }, limit: 5 } } },
};
const special: Record<string, keyof typeof shapes> = {
  login: 'user',
  order: 'sort',
  like: 'term',
  json: 'json',
  path: 'path',
  number: 'id',
  bracket: 'id',
  strict: 'id',
  random: 'id',
  words: 'words',
};

/** The request of a case of the range, by what its name says. */
const shapeOf = ({ id }: Case): Shape =>
  shapes[Object.entries(special).find(([word]) => id.includes(word))?.[1] ?? 'name']!;
const handlerOf =
  (one: Case): Handler =>
  (visit) =>
    visit.path.startsWith('/c') ? one.serve(visit, visit.path.slice(2)) : undefined;
const cases = sqlCases.filter(({ id }) => id !== 'sql-cookie');

describe('a real database', () => {
  it.each(cases.filter((one) => one.rules.length > 0).map((one) => [one.id, one] as const))(
    'behind %s is found',
    async (_id, one) => {
      const { rules, findings } = await tryOut([sqlInjection], handlerOf(one), shapeOf(one));
      expect(rules).toEqual(['active.sql-injection']);
      expect(findings[0]!.places[0]!.request).not.toBe('');
    },
  );

  it.each(cases.filter((one) => one.rules.length === 0).map((one) => [one.id, one] as const))(
    'behind %s is left alone',
    async (_id, one) => {
      expect((await tryOut([sqlInjection], handlerOf(one), shapeOf(one))).rules).toEqual([]);
    },
  );
});

const value = (visit: Visit) => visit.url.searchParams.get('id') ?? '';
const timers = new Set<NodeJS.Timeout>();
afterAll(() => timers.forEach(clearTimeout));
const wait = (seconds: number) =>
  new Promise<void>((resolve) => {
    timers.add(setTimeout(resolve, seconds * 1000));
  });

describe.concurrent('pauses', () => {
  it('are found where nothing else shows', async ({ expect }) => {
    const handler: Handler = async (visit) => {
      // What a database does that reads the value as part of a sum.
      const [, seconds] = /^3-\(select count\(\*\) from pg_sleep\((\d+)\)\)$/.exec(value(visit)) ?? [];
      await wait(Number(seconds ?? 0));
      return page('<p>Counted.</p>');
    };
    const { findings } = await tryOut([sqlInjection], handler, get('/p?id=3'), {
      timed: true,
      level: 'full',
    });
    expect(findings.map(({ rule, places }) => [rule, places[0]!.evidence])).toEqual([
      ['active.sql-injection', expect.stringMatching(/^PostgreSQL waited as long/)],
    ]);
  }, 30_000);

  it.each<[string, Handler]>([
    [
      'a page that is slow now and then',
      async () => (await wait(Math.random() * 0.3), page('<p>Counted.</p>')),
    ],
    [
      'a page that takes longer for longer texts',
      async (visit) => (await wait(Math.min(0.4, value(visit).length / 100)), page('<p>Counted.</p>')),
    ],
    [
      'a page that hangs at quotation marks once',
      (() => {
        let left = 1;
        return async (visit: Visit) =>
          value(visit).includes("'") && left-- > 0
            ? (await wait(2.2), page('<p>Counted.</p>'))
            : page('<p>Counted.</p>');
      })(),
    ],
  ])(
    'are not seen in %s',
    async (_what, handler) => {
      expect(
        (await tryOut([sqlInjection], handler, get('/p?id=3'), { timed: true, level: 'full' })).rules,
      ).toEqual([]);
    },
    60_000,
  );
});
