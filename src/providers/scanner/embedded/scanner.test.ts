import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { confinement } from '#platform/server/process/confinedProcess.ts';
import { serveFlawedSite } from '../testing/flawed.ts';
import { serveSlow } from '../testing/odd.ts';
import { serve } from '../sites/serve.ts';
import type { ScanProgress } from '../port.ts';
import { testChromium } from './browser/testing/lab.ts';
import { embeddedScanner } from './scanner.ts';

const contactUrl = 'https://portal.example/scanner';
const quiet = { signal: new AbortController().signal, onProgress: () => undefined };

/** Scan processes that this test process has started and that still run. */
const children = () =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('process/child.ts'))
    .map((line) => Number(line.trim().split(' ')[0]));

/** Browsers that a process has started. */
const below = (parent: number) =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, ...args]) => Number(ppid) === parent && args.includes('--remote-debugging-pipe'))
    .map(([pid]) => Number(pid));

const ofProcess = (pid: number, column: string) =>
  execFileSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).trim();
const userOf = (pid: number) => Number(ofProcess(pid, 'uid'));
const argumentsOf = (pid: number) => ofProcess(pid, 'args');

/** A process that has ended and waits for somebody to look (state Z) runs no more. */
const isRunning = (pid: number) =>
  execFileSync('ps', ['-eo', 'pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .some((line) => new RegExp(`^\\s*${pid}\\s+[^Z]`).test(line));

describe('the embedded scanner', () => {
  it('scans in a process of its own and leaves none behind', async () => {
    const site = await serveFlawedSite();
    const steps: ScanProgress[] = [];
    const scanner = embeddedScanner({ contactUrl, allowPrivate: [site.host], perSecond: 1000 });
    const result = await scanner.run(
      { url: site.url, level: 'safe' },
      { signal: quiet.signal, onProgress: (step) => steps.push(step) },
    );
    expect(result.findings.map((finding) => finding.rule)).toContain('exposure.git');
    expect(steps.at(-1)).toMatchObject({ percent: 100, activity: 'Finished' });
    expect(children()).toEqual([]);
    await site.close();
  });

  it('names the page that the request gives before its own', async () => {
    const site = await serveFlawedSite();
    const scanner = embeddedScanner({ contactUrl, allowPrivate: [site.host], perSecond: 1000 });
    const result = await scanner.run(
      { url: site.url, level: 'lightning', contactUrl: 'https://other.example/scanner' },
      quiet,
    );
    const requests = result.findings
      .flatMap(({ places }) => places.map(({ request }) => request))
      .filter(Boolean);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((request) => !request.includes('(+https://other.example/scanner)'))).toEqual([]);
    await site.close();
  });

  it('rejects with the reason within two seconds of its abort', async () => {
    const site = await serveSlow();
    const cancel = new AbortController();
    const reason = new Error('cancelled by the user');
    let at = 0;
    const scanner = embeddedScanner({ contactUrl, perSecond: 1000 });
    const running = scanner.run(
      { url: site.url, level: 'safe', allowPrivate: [site.host] },
      {
        signal: cancel.signal,
        onProgress: (step) => {
          if (step.percent < 5 || at !== 0) return;
          at = performance.now();
          cancel.abort(reason);
        },
      },
    );
    await expect(running).rejects.toBe(reason);
    expect(performance.now() - at).toBeLessThan(2000);
    expect(children()).toEqual([]);
    await site.close();
  });
});

describe('trouble of the process of a scan', () => {
  it('fails with a fault when its process dies', async () => {
    const site = await serveSlow();
    const scanner = embeddedScanner({ contactUrl, allowPrivate: [site.host], perSecond: 1000 });
    let killed = false;
    const running = scanner.run(
      { url: site.url, level: 'safe' },
      {
        signal: quiet.signal,
        onProgress: () => {
          if (killed) return;
          killed = true;
          for (const pid of children()) process.kill(pid, 'SIGKILL');
        },
      },
    );
    await expect(running).rejects.toThrow(/ended unexpectedly \(SIGKILL\)/);
    await site.close();
  });

  it.each([
    ['is cancelled', false],
    ['is killed', true],
  ])('leaves no Chromium and no file behind when it %s', async (_name, kill) => {
    testChromium();
    const page = `<button>Menu</button><script>setInterval(() => fetch('/news?at=' + Date.now()), 20)</script>`;
    const site = await serve(({ path }) => (path === '/' ? { body: page } : undefined));
    const scanner = embeddedScanner({
      contactUrl,
      allowPrivate: [site.host],
      perSecond: 1000,
      useBrowser: true,
    });
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('scan-'));
    const before = new Set(folders());
    const cancel = new AbortController();
    const running = scanner.run(
      { url: site.url, level: 'safe' },
      { signal: cancel.signal, onProgress: () => undefined },
    );
    running.catch(() => undefined);
    // Chromium is at work as soon as its page asks for something.
    await expect
      .poll(() => site.visits.some((visit) => /news.at=\d{9}/.test(visit)), { timeout: 30_000, interval: 20 })
      .toBe(true);
    const browsers = children().flatMap((child) => below(child));
    expect(browsers).not.toEqual([]);
    // The scan and its browser are another user's where we are root, and the browser has a sandbox of its own.
    const user = confinement().account?.uid ?? process.getuid!();
    expect([...children(), ...browsers].filter((pid) => userOf(pid) !== user)).toEqual([]);
    const bare = browsers.filter((pid) => argumentsOf(pid).includes('--no-sandbox'));
    expect(confinement().noNewPrivileges && user !== 0 ? bare : []).toEqual([]);
    if (kill) for (const pid of children()) process.kill(pid, 'SIGKILL');
    else cancel.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow(kill ? /ended unexpectedly/ : 'cancelled');
    await expect.poll(() => browsers.filter(isRunning), { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => folders().filter((name) => !before.has(name)), { timeout: 20_000 }).toEqual([]);
    await site.close();
  });

  it('hands over why a scan could not be carried out', async () => {
    const scanner = embeddedScanner({ contactUrl });
    await expect(scanner.run({ url: 'http://127.0.0.1:9', level: 'safe' }, quiet)).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'restricted',
    });
    await expect(
      scanner.run({ url: 'http://127.0.0.1:9', level: 'safe', allowPrivate: 'all' }, quiet),
    ).rejects.toMatchObject({
      code: 'unreachable',
    });
    await expect(
      scanner.run(
        { url: 'http://127.0.0.1:9', level: 'safe' },
        { ...quiet, signal: AbortSignal.abort(new Error('late')) },
      ),
    ).rejects.toThrow('late');
  });
});

describe('what the embedded scanner offers', () => {
  it('offers the levels and rules that it performs', () => {
    const scanner = embeddedScanner({ contactUrl });
    expect(scanner.levels).toEqual([
      'lightning',
      'safe',
      'normal',
      'full',
      'log4shell',
      'sandbox_lightning',
      'sandbox_normal',
    ]);
    expect(scanner.engine).toMatch(/^WebsiteSafetyScanner \d/);
    const ids = scanner.rules().map((rule) => rule.rule);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['http://127.0.0.1:9', undefined, { allowed: false, code: 'restricted' }],
    ['http://127.0.0.1:9', ['127.0.0.1:9'], { allowed: true }],
    ['http://169.254.169.254/', 'all' as const, { allowed: false, code: 'restricted' }],
    ['http://8.8.8.8/', undefined, { allowed: true }],
    ['file:///etc/passwd', 'all' as const, { allowed: false, code: 'restricted' }],
    ['nonsense', undefined, { allowed: false, code: 'restricted' }],
  ])('says whether %s may be scanned', async (url, allowPrivate, expected) => {
    expect(await embeddedScanner({ contactUrl }).mayScan(url, { allowPrivate })).toMatchObject(expected);
  });
});
