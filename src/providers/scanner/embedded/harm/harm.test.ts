import { afterAll, expect, it } from 'vitest';
import { serveStateful } from '../../testing/stateful.ts';
import type { ScanLevel, ScanRequest, ScanResult } from '../../port.ts';
import { testChromium } from '../browser/testing/lab.ts';
import { runScan } from '../engine.ts';
import { safetyWord } from './words.ts';

/** Whole scans of an application in which everything changes something: afterwards it is as it was, but for what the report lists. */

type As = 'a stranger' | 'a visitor who signed in' | 'a visitor with a cookie';

async function scanned(
  level: ScanLevel,
  as: As,
  useBrowser = false,
  more: Partial<ScanRequest> = {},
  cancelAt?: (visits: readonly string[]) => boolean,
) {
  const site = await serveStateful();
  const before = structuredClone(site.state);
  const cancel = new AbortController();
  const signIn = { kind: 'form', url: site.signIn, user: 'ann', password: before.accounts.ann! } as const;
  if (useBrowser) process.env.CHROMIUM_PATH = testChromium();
  let result: ScanResult | null = null;
  try {
    result = await runScan(
      {
        url: site.url,
        level,
        allowPrivate: [site.host],
        ...(as === 'a visitor who signed in'
          ? { signIn }
          : as === 'a visitor with a cookie'
            ? { cookie: 'session=given' }
            : {}),
        ...more,
      },
      {
        signal: cancel.signal,
        perSecond: 1000,
        useBrowser,
        onProgress: () => {
          if (cancelAt?.(site.visits)) cancel.abort(new Error('enough'));
        },
        limits: {
          milliseconds: 40_000,
          browser: useBrowser ? { pages: 12, milliseconds: 12_000 } : { pages: 0 },
        },
      },
    );
  } catch (error) {
    if (!cancelAt) throw error;
  }
  closers.push(site.close);
  return { site, before, result };
}

const closers: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const places: Record<string, string> = {
  comments: '/comments',
  guests: '/guests',
  notes: '/api/notes',
  subscribers: '/newsletter',
  newAccounts: '/join',
};

it.concurrent.each<[ScanLevel, As, boolean]>([
  ['lightning', 'a visitor with a cookie', false],
  ['safe', 'a stranger', false],
  ['safe', 'a visitor who signed in', false],
  ['sandbox_normal', 'a visitor with a cookie', false],
  ['normal', 'a stranger', false],
  ['normal', 'a visitor who signed in', false],
  ['normal', 'a visitor with a cookie', true],
  ['full', 'a visitor with a cookie', false],
  ['log4shell', 'a visitor with a cookie', false],
])(
  'at the level %s by %s (browser: %s) leaves everything as it was, but for what is listed',
  async (level, as, useBrowser) => {
    const { site, before, result } = await scanned(level, as, useBrowser);
    expect(site.state).toEqual(before);
    const listed = (result!.coverage.leftBehind ?? [])
      .map(({ where, what }) => `${where} ${what}`)
      .join('\n');
    const kinds = Object.entries(site.left).filter(([, entries]) => entries.length > 0);
    for (const [kind, entries] of kinds) {
      expect(listed, kind).toMatch(kind === 'notes' ? /\/api\/notes|\/graphql/ : places[kind]!);
      for (const entry of entries) expect(entry, kind).toMatch(new RegExp(`${safetyWord}|zq[0-9a-f]{8}`));
    }
    const all = Object.values(site.left).flat().length;
    expect(all).toBeLessThanOrEqual(level === 'full' ? 150 : level === 'safe' ? 3 : 60);
    const left = result!.coverage.skipped.join('\n');
    const open = [
      '/newsletter/unsubscribe',
      'toggle=beta',
      'POST /setup',
      '/createdb',
      '/api/maintenance',
      'DELETE /api/items',
    ];
    const inside = [
      '/logout',
      '/account/quick',
      'POST /account/password',
      'POST /account/email',
      'POST /account/keys',
      '/items/1/delete',
    ];
    const reads = level !== 'lightning';
    for (const path of reads ? [...open, ...(as === 'a stranger' ? [] : inside)] : [])
      expect(left).toContain(path);
    expect(site.visits.includes('GET /blog/reset-your-kitchen')).toBe(reads);
    expect(site.visits.some((visit) => visit.startsWith('GET /search?key='))).toBe(reads);
  },
  60_000,
);

it.concurrent('still tries forms, sign-ins and calls at normal', async () => {
  const { site } = await scanned('normal', 'a stranger');
  const sent = (start: string) => site.visits.filter((visit) => visit.startsWith(start)).length;
  expect(sent('POST /login')).toBeGreaterThan(10);
  expect(sent('POST /login')).toBeLessThanOrEqual(150);
  expect(sent('POST /comments')).toBeGreaterThan(2);
  expect(sent('PUT /api/record')).toBeGreaterThan(2);
  expect(sent('POST /join')).toBeGreaterThan(0);
}, 60_000);

it.concurrent('puts edited values back also when it is cancelled', async () => {
  const { site, before, result } = await scanned('normal', 'a visitor who signed in', false, {}, (visits) => {
    return visits.filter((visit) => /^(?:POST \/profile|PUT \/api\/record)/.test(visit)).length > 1;
  });
  expect(result === null).toBe(true);
  expect(
    site.visits.some((visit) => visit.startsWith('POST /profile') || visit.startsWith('PUT /api/record')),
  ).toBe(true);
  expect(site.state).toEqual(before);
}, 60_000);

it.concurrent('leaves out what the owner names with a query', async () => {
  const { site } = await scanned('safe', 'a stranger', false, { exclude: ['/search?key=*', '/blog/'] });
  expect(site.visits.filter((visit) => /^GET \/(?:search\?key|blog)/.test(visit))).toEqual([]);
  expect(site.visits).toContain('GET /search');
}, 60_000);
