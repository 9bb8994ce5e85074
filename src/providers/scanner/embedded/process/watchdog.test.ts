import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { serve } from '../../sites/serve.ts';
import type { ScanResult } from '../../port.ts';
import { embeddedScanner } from '../scanner.ts';
import { watchScan } from './watchdog.ts';

const contactUrl = 'https://portal.example/scanner';
const quiet = { signal: new AbortController().signal, onProgress: () => undefined };
const children = () =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('process/child.ts'))
    .map((line) => Number(line.trim().split(' ')[0]));

const result = (changes: Partial<ScanResult> = {}): ScanResult => ({
  target: 'http://s.example/',
  level: 'safe',
  startedAt: '2026-03-02T17:00:00Z',
  finishedAt: '2026-03-02T17:01:00Z',
  requests: 3,
  pages: 1,
  findings: [],
  passed: ['headers.hsts'],
  coverage: { blocked: [], timedOut: [], skipped: [] },
  ...changes,
});

describe('the clock outside a scan process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const watched = () => {
    const ends: Parameters<Parameters<typeof watchScan>[0]['kill']>[0][] = [];
    const watchdog = watchScan({ budgetMs: 600_000, silenceMs: 60_000, kill: (end) => ends.push(end) });
    const work = (minutes: number, rested = 0) => {
      for (let n = 0; n < minutes * 12; n++) {
        vi.advanceTimersByTime(5000);
        watchdog.beat(rested);
      }
    };
    return { watchdog, ends, work };
  };

  it('lets a process work for as long as its level allows, and stops it a minute later, once', () => {
    const { ends, work } = watched();
    work(10.9);
    expect(ends).toEqual([]);
    work(3);
    expect(ends).toHaveLength(1);
  });

  it('does not count the time in which a scan rests', () => {
    const { ends, work } = watched();
    work(30, 25 * 60_000);
    expect(ends).toEqual([]);
  });

  it('stops a process that gives no sign of life for a minute', () => {
    const { ends } = watched();
    vi.advanceTimersByTime(59_000);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(3_000);
    expect(ends).toHaveLength(1);
  });

  it('keeps what was found and says that nothing else counts as checked', () => {
    const { watchdog, ends } = watched();
    watchdog.keep(result());
    vi.advanceTimersByTime(62_000);
    expect(ends[0]).toMatchObject({
      result: {
        passed: [],
        coverage: { incomplete: expect.stringContaining('nothing else counts as checked') as string },
      },
    });
  });

  it('fails in plain words where nothing was found yet', () => {
    const { ends } = watched();
    vi.advanceTimersByTime(62_000);
    expect(ends[0]).toMatchObject({
      failure: {
        code: 'unreachable',
        message: expect.stringMatching(/could not finish reading.*1 minute/) as string,
      },
    });
  });
});

test(
  'a scan process that hangs is killed, and what it had found is the result',
  { timeout: 60_000 },
  async () => {
    const site = await serve(async ({ path }, response) => {
      if (path === '/')
        return { body: '<h1>Widgets</h1><a href="/slow">More</a>', headers: { 'Set-Cookie': 'session=1' } };
      await new Promise((resolve) => setTimeout(resolve, 300));
      response.setHeader('Content-Type', 'text/html');
      return { body: `<a href="${path}x">More</a>` };
    });
    const scanner = embeddedScanner({
      contactUrl,
      allowPrivate: [site.host],
      perSecond: 1000,
      silenceMs: 2000,
    });
    const running = scanner.run({ url: site.url, level: 'safe' }, quiet);
    // a process that is stopped is as silent as one whose expression never ends
    await expect.poll(() => site.visits.length, { timeout: 20_000 }).toBeGreaterThan(20);
    for (const pid of children()) process.kill(pid, 'SIGSTOP');
    const ended = await running;
    expect(ended.findings.map(({ rule }) => rule)).toContain('cookies.secure-missing');
    expect(ended.passed).toEqual([]);
    expect(ended.coverage.incomplete).toMatch(/could not finish reading/);
    expect(children()).toEqual([]);
    await site.close();
  },
);

test('a settings file made to never end is read like any other', { timeout: 60_000 }, async () => {
  const env = `APP_KEY=base64:abc\nDB_PASSWORD=hunter22\n${`X="${'\\a'.repeat(55)}\r\n`.repeat(6)}`;
  const site = await serve(({ path }) => {
    if (path === '/') return { body: '<h1>Widgets</h1>' };
    if (path === '/.env') return { body: env, type: 'text/plain' };
    return undefined;
  });
  const scanner = embeddedScanner({
    contactUrl,
    allowPrivate: [site.host],
    perSecond: 1000,
    silenceMs: 8000,
  });
  const ended = await scanner.run({ url: site.url, level: 'safe' }, quiet);
  expect(ended.coverage.incomplete).toBeUndefined();
  expect(ended.findings.map(({ rule }) => rule)).toContain('exposure.env');
  await site.close();
});

test(
  'a page made to keep one expression busy for a minute is read in a moment',
  { timeout: 60_000 },
  async () => {
    const body = '<title>Internal Server Error</title>'.repeat(8) + '<a '.repeat(60_000);
    const site = await serve(({ path }) => (path === '/' ? { body } : undefined));
    const scanner = embeddedScanner({
      contactUrl,
      allowPrivate: [site.host],
      perSecond: 1000,
      silenceMs: 8000,
    });
    const ended = await scanner.run({ url: site.url, level: 'lightning' }, quiet);
    expect(ended.coverage.incomplete).toBeUndefined();
    expect(ended.passed).not.toEqual([]);
    await site.close();
  },
);
