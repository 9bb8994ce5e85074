import { afterEach, describe, expect, it } from 'vitest';
import type { ScanProgress, ScanRequest } from '../port.ts';
import { openProbely } from './scanner.ts';
import { outsideFinding, startProbely, type World } from './testing/probely.ts';

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function open(states?: readonly string[]): Promise<World> {
  const world = await startProbely(states);
  worlds.push(world);
  return world;
}

const shop = { url: 'https://shop.example', level: 'normal' } as const;

function start(
  world: World,
  request: Partial<ScanRequest> = {},
  options: { signal?: AbortSignal; mayGoOn?: () => boolean; onProgress?: (p: ScanProgress) => void } = {},
) {
  const scanner = openProbely({ apiKey: 'key-1', endpoint: world.endpoint, pollMs: 2, retryMs: 1 });
  const told: ScanProgress[] = [];
  const done = scanner.run(
    { ...shop, ...request },
    {
      signal: new AbortController().signal,
      ...options,
      onProgress: (progress) => {
        told.push(progress);
        options.onProgress?.(progress);
      },
    },
  );
  return { scanner, told, done };
}

const target = (more: Partial<World['targets'][number]> = {}): World['targets'][number] => ({
  id: 't1',
  url: 'https://shop.example/',
  verified: true,
  running: null,
  profiles: ['lightning', 'safe', 'normal'],
  site: {},
  ...more,
});
const calls = (world: World, pattern: RegExp) => world.asked.filter((one) => pattern.test(one.call));

describe('a scan by Probely', () => {
  it('is made, followed to its end and read', async () => {
    const world = await open();
    world.findings.push(outsideFinding());
    const { told, done, scanner } = start(world);
    const result = await done;
    expect(result).toMatchObject({
      target: shop.url,
      level: 'normal',
      startedAt: '2026-11-20T10:00:00Z',
      finishedAt: '2026-11-20T11:00:00Z',
    });
    expect(result.findings).toMatchObject([
      {
        id: 'probely-7',
        rule: 'probely.def3',
        title: 'SQL Injection',
        severity: 'high',
        cwe: 'CWE-89',
        pciAutoFail: true,
        cvss: { score: 9.1 },
        places: [{ method: 'GET', parameter: 'id', payload: "1'" }],
      },
    ]);
    const [place] = result.findings[0]!.places;
    expect(place!.request).not.toContain('```');
    expect(place!.request).not.toContain('abcdefabcdefabcdef');
    expect(result.passed).toContain('probely.def129');
    expect(result.passed).not.toContain('probely.def3');
    expect(scanner.rules()).toContainEqual({ rule: 'probely.def5', title: 'Weakness 5', owasp: '', pci: '' });
    expect(new Set(world.asked.map((one) => one.authorization))).toEqual(new Set(['JWT key-1']));
    expect(calls(world, /^POST \/targets\/$/)[0]!.body).toMatchObject({
      site: { url: shop.url },
      type: 'single',
    });
    expect(told.map((one) => one.percent)).toEqual(told.map((one) => one.percent).toSorted((a, b) => a - b));
    expect(told[0]!.handle).toBe('t1/scan1');
  });

  it('uses the target that exists, whatever its spelling', async () => {
    const world = await open(['completed']);
    world.targets.push(target());
    await start(world).done;
    expect(calls(world, /^POST \/targets\/$/)).toEqual([]);
  });

  it.each([
    [10, 'low'],
    [20, 'medium'],
    [30, 'high'],
    [40, 'high'],
  ])('keeps a finding of severity %d as %s', async (severity, word) => {
    const world = await open(['completed']);
    world.findings.push(outsideFinding({ severity }));
    expect((await start(world).done).findings.map((one) => one.severity)).toEqual([word]);
  });

  it('reads all pages of findings, and drops what is fixed', async () => {
    const world = await open(['completed']);
    for (let id = 1; id <= 120; id++)
      world.findings.push(outsideFinding({ id, state: id % 4 === 0 ? 'fixed' : 'notfixed' }));
    expect((await start(world).done).findings).toHaveLength(90);
  });

  it('takes strange findings as they are', async () => {
    const world = await open(['completed']);
    world.findings.push(
      outsideFinding({
        url: 'javascript:alert(1)',
        method: '<b>',
        cvss_score: null,
        cvss_vector: null,
        requests: null,
        evidence: { a: 1 },
        fix: null,
        severity: 'x',
      }),
    );
    expect((await start(world).done).findings).toMatchObject([
      { severity: 'medium', cvss: { score: 5 }, places: [{ url: shop.url, method: 'GET' }] },
    ]);
  });
});

describe('nothing is lost', () => {
  it('takes a scan up again by its handle', async () => {
    const world = await open();
    await start(world, {}, {}).done;
    const before = calls(world, /scan_now/).length;
    world.scans.get('scan1')!.status = ['started', 'completed'];
    const result = await start(world, { handle: 't1/scan1' }).done;
    expect(result.finishedAt).toBe('2026-11-20T11:00:00Z');
    expect(calls(world, /scan_now/)).toHaveLength(before);
  });

  it('follows the scan that runs already in place of starting another', async () => {
    const world = await open();
    world.targets.push(target({ running: 'scan1' }));
    world.scans.set('scan1', { target: 't1', status: ['started', 'completed'], profile: 'normal' });
    await start(world).done;
    expect(calls(world, /scan_now/)).toEqual([]);
  });

  it('follows the scan whose start got lost on the way back', async () => {
    const world = await open();
    world.targets.push(target());
    world.refuse.push({ call: /scan_now/, status: 0, body: null, drop: true });
    await start(world).done;
    expect(world.scans.size).toBe(1);
  });

  it('leaves the scan running when only this worker stops', async () => {
    const world = await open(['started']);
    const stop = new AbortController();
    const { done } = start(
      world,
      {},
      { signal: stop.signal, mayGoOn: () => true, onProgress: () => stop.abort(new Error('stopping')) },
    );
    await expect(done).rejects.toThrow('stopping');
    expect(calls(world, /cancel/)).toEqual([]);
  });

  it('cancels the scan that nobody wants any more', async () => {
    const world = await open(['started']);
    const stop = new AbortController();
    const { done } = start(
      world,
      {},
      { signal: stop.signal, mayGoOn: () => false, onProgress: () => stop.abort(new Error('unwanted')) },
    );
    await expect(done).rejects.toThrow('unwanted');
    expect(calls(world, /POST .*cancel/)).toHaveLength(1);
  });

  it.each([429, 502, 503])('has patience with an answer %d', async (status) => {
    const world = await open(['completed']);
    for (let n = 0; n < 3; n++)
      world.refuse.push({ call: /^GET \/targets\//, status, body: { detail: 'later' } });
    expect((await start(world).done).level).toBe('normal');
  });
});

describe('refusals', () => {
  it.each([
    [
      'a wrong key',
      { call: /targets/, status: 401, body: { detail: 'Authentication credentials were not provided.' } },
      /Check PROBELY_API_KEY/,
    ],
    [
      'a full licence',
      {
        call: /POST \/targets\/$/,
        status: 400,
        body: { non_field_errors: ['You reached the number of targets.'] },
      },
      /reached the number of targets/,
    ],
    [
      'a field',
      { call: /POST \/targets\/$/, status: 400, body: { site: ['Not allowed.'] } },
      /site: Not allowed/,
    ],
    ['nonsense', { call: /GET \/targets\//, status: 200, body: { results: 'x' } }, /not known/],
  ])('tells %s', async (_what, refusal, message) => {
    const world = await open();
    world.refuse.push(refusal);
    await expect(start(world).done).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'provider',
      message: expect.stringMatching(message),
    });
  });

  it.each(['failed', 'canceled'])('tells that a scan was %s there', async (status) => {
    await expect(start(await open(['started', status])).done).rejects.toMatchObject({ code: 'provider' });
  });

  it('says that an unverified website is scanned at lightning only', async () => {
    const world = await open();
    world.targets.push(target({ verified: false }));
    await expect(start(world).done).rejects.toMatchObject({
      code: 'level-unavailable',
      message: expect.stringMatching(/not verified/),
    });
    world.targets[0]!.running = null;
    expect((await start(world, { level: 'lightning' }).done).level).toBe('lightning');
  });

  it.each(['full', 'log4shell', 'sandbox_normal'] as const)('does not pretend to offer %s', async (level) => {
    const world = await open();
    world.targets.push(target());
    await expect(start(world, { level }).done).rejects.toMatchObject({ code: 'level-unavailable' });
  });

  it('is told that Probely cannot be reached', async () => {
    const world = await open();
    await worlds.pop()!.close();
    await expect(start(world).done).rejects.toMatchObject({ message: 'Probely cannot be reached.' });
  });
});

describe('sign-in', () => {
  it.each([
    [{ kind: 'bearer', token: 'abc' }, { headers: [{ name: 'Authorization', value: 'Bearer abc' }] }],
    [{ kind: 'header', name: 'X-Key', value: 'k' }, { headers: [{ name: 'X-Key', value: 'k' }] }],
    [
      { kind: 'cookie', cookie: 'a=1; b=2=3' },
      {
        cookies: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2=3' },
        ],
      },
    ],
  ] as const)('hands over %o', async (signIn, site) => {
    const world = await open(['completed']);
    await start(world, { signIn }).done;
    expect(calls(world, /PATCH/)[0]!.body).toEqual({ site });
  });

  it('says what it could not hand over', async () => {
    const world = await open(['completed']);
    const { coverage } = await start(world, {
      exclude: ['/admin'],
      signIn: { kind: 'form', url: `${shop.url}/in`, user: 'a', password: 'b' },
    }).done;
    expect(coverage.skipped).toHaveLength(2);
  });
});

describe('a re-test', () => {
  const only = {
    rule: 'probely.def3',
    places: [{ method: 'GET', url: 'https://shop.example/item?id=1', parameter: 'id' }],
  };
  it.each([
    ['fixed', 0, ['probely.def3']],
    ['notfixed', 1, []],
  ])('of a finding that is %s', async (becomes, left, passed) => {
    const world = await open();
    world.targets.push(target());
    world.findings.push(outsideFinding({ becomes }), outsideFinding({ id: 8, parameter: 'other' }));
    const result = await start(world, { only }).done;
    expect(result.findings).toHaveLength(left);
    expect(result.passed).toEqual(passed);
    expect(calls(world, /retest/).map((one) => one.call)).toEqual(['POST /targets/t1/findings/7/retest/']);
  });
});
