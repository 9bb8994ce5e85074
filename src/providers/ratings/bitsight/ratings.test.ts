import { afterEach, describe, expect, test } from 'vitest';
import type { RateRequest, Verdict } from '../port.ts';
import { openBitsight } from './ratings.ts';
import { company, defaults, startBitsight, type Asked, type Told } from '../testing/bitsight.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const request: RateRequest = {
  url: 'https://www.harborlamps.example/shop',
  companyName: 'Harbor Lamps LLC',
  industry: 'RETAIL',
  verified: false,
  dkimSelectors: [],
};
const clock = { at: new Date('2026-11-23T12:00:00Z') };

async function agency(tell: (asked: Asked) => Told | Promise<Told>) {
  const { endpoint, asked, close } = await startBitsight(tell);
  open.push(close);
  const ratings = openBitsight({ token: 'secret-token', endpoint });
  const rate = (given: Partial<RateRequest> = {}, signal = new AbortController().signal) =>
    ratings.rate({ ...request, ...given }, { signal, now: () => clock.at }) as Promise<Verdict>;
  return { ratings, asked, rate };
}
const usual = ({ path }: Asked): Told => ({ body: path.endsWith('/defaults') ? defaults : company });
const refused = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  agency(() => ({ status, body, headers }));

describe('a rating of the agency', () => {
  test('is asked for by registrable domain, with the token as user name', async () => {
    const { asked, rate } = await agency(usual);
    await rate();
    expect(asked[0]).toEqual({
      path: 'POST /ratings/v1/fast-ratings',
      authorization: `Basic ${Buffer.from('secret-token:').toString('base64')}`,
      body: { url: 'harborlamps.example', company: 'Harbor Lamps LLC' },
    });
  });

  test('comes newest first, in its own colours where they are colours', async () => {
    const { rate } = await agency(usual);
    const verdict = await rate();
    expect(verdict.ratings).toEqual([
      { rating: 730, date: '2026-11-22', color: '#dda92a' },
      { rating: 720, date: '2026-11-21', color: '#495057' },
      { rating: 710, date: '2026-11-20', color: '#dda92a' },
    ]);
    expect([verdict.scored.rating, verdict.industry]).toEqual([730, { name: 'Retail', average: 690 }]);
  });

  test('keeps vectors that nobody knows yet, and grades categories by the weights of today', async () => {
    const { rate } = await agency(usual);
    const { scored } = await rate();
    expect(Object.keys(scored.vectors)).toEqual(Object.keys(company.rating_details));
    expect(scored.vectors.quantum_readiness).toMatchObject({
      name: 'Quantum Readiness',
      category: 'Other',
      grade: 'B',
      rating: 700,
      weight: null,
    });
    expect(scored.vectors.desktop_software).toMatchObject({ grade: 'N/A', rating: null, weight: 3 });
    // an A that weighs ten against a C that weighs one
    expect(scored.categories.map(({ name, grade, weight }) => [name, grade, weight])).toEqual([
      ['Compromised Systems', 'A', null],
      ['Diligence', 'A', 14],
      ['Other', 'B', null],
    ]);
  });

  test('is there without the weights of today', async () => {
    const { rate } = await agency((one) =>
      one.path.endsWith('/defaults') ? { status: 500, body: {} } : usual(one),
    );
    const { scored } = await rate();
    expect(scored.categories.map(({ grade }) => grade)).toEqual(['A', 'B', 'B']);
  });

  test('serves its domain for a day, so that no quota is wasted', async () => {
    const { asked, rate } = await agency(usual);
    const first = await rate();
    expect(await rate({ url: 'harborlamps.example' })).toBe(first);
    clock.at = new Date('2026-11-24T13:00:00Z');
    await rate();
    clock.at = new Date('2026-11-23T12:00:00Z');
    expect(asked.filter(({ path }) => path.includes('fast-ratings'))).toHaveLength(2);
  });
});

describe('there is no rating', () => {
  const noEvents = { code: 'no-events', message: 'No events were found for the provided URL' };
  test.each<[string, number, unknown, object]>([
    ['for a company that is not known', 404, { detail: 'Not found.' }, noEvents],
    [
      'where the answer says so in any case',
      400,
      { detail: 'no EVENTS were found for the provided url' },
      noEvents,
    ],
    [
      'where a success says so',
      200,
      { status_message: 'No events were found for the provided URL' },
      noEvents,
    ],
    [
      'where the answer holds none',
      200,
      { primary_domain: 'harborlamps.example', ratings: [], rating_details: null },
      noEvents,
    ],
    [
      'with a wrong token',
      401,
      { detail: 'Invalid token.' },
      { code: 'refused', message: expect.stringContaining('BITSIGHT_TOKEN') },
    ],
    ['outside of the subscription', 403, { detail: 'Feature not available.' }, { code: 'refused' }],
    ['over the quota', 403, { detail: 'Quota exceeded.' }, { code: 'quota' }],
    ['when it breaks down', 502, '<html>Bad gateway</html>', { code: 'unreachable' }],
    ['when it answers no JSON', 200, '<html>', { code: 'unreachable' }],
  ])('%s', async (_when, status, body, failure) => {
    const { rate } = await refused(status, body);
    await expect(rate()).rejects.toMatchObject(failure);
  });

  test('when it asks to wait for long; after a short wait there is one', async () => {
    const { rate } = await refused(429, {}, { 'retry-after': '600' });
    await expect(rate()).rejects.toMatchObject({ code: 'quota' });
    let calls = 0;
    const soon = await agency((one) =>
      ++calls === 1 ? { status: 429, body: {}, headers: { 'retry-after': '0' } } : usual(one),
    );
    expect((await soon.rate()).scored.rating).toBe(730);
  });

  test('when somebody leads the call elsewhere: the token goes nowhere', async () => {
    const elsewhere = await startBitsight(() => ({ body: company }));
    open.push(elsewhere.close);
    const { rate } = await refused(307, '', { location: `${elsewhere.endpoint}/fast-ratings` });
    await expect(rate()).rejects.toMatchObject({ code: 'unreachable' });
    expect(elsewhere.asked).toEqual([]);
  });

  test.each(['', 'localhost', '192.0.2.7', 'https://[2001:db8::1]/', 'com', 'not a name'])(
    'for %j, and nobody is asked',
    async (url) => {
      const { asked, rate } = await agency(usual);
      await expect(rate({ url })).rejects.toMatchObject(noEvents);
      expect(asked).toEqual([]);
    },
  );

  test('once it is no longer wanted', async () => {
    const stop = new AbortController();
    const { rate } = await agency(async (one) => {
      stop.abort(new Error('enough'));
      return usual(one);
    });
    await expect(rate({}, stop.signal)).rejects.toThrow('enough');
  });
});

test('its arithmetic is its own: nothing can be planned with it', async () => {
  const { ratings } = await agency(usual);
  expect([ratings.score, ratings.source.id]).toEqual([null, 'bitsight']);
});
