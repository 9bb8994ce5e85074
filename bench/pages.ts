import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import lighthouse from 'lighthouse';
import { chromium, type BrowserContext } from 'playwright-core';
import { freePort, signIn, startDemo } from './demo.ts';

type Budget = { scriptKB: number; requests: number; performance: number; /** ms */ lcp?: number };
const screens: { name: string; path: string; budget: Budget }[] = [
  { name: 'sign-in', path: '/signin', budget: { scriptKB: 150, requests: 12, performance: 98 } },
  {
    name: 'first signed-in screen',
    path: '/dashboard',
    budget: { scriptKB: 215, requests: 25, performance: 95, lcp: 2000 },
  },
];
const mostShift = 0.02;
const runs = Number(process.env.BENCH_RUNS ?? 3);

type Weight = { scriptKB: number; totalKB: number; requests: number; protocol: string };

/** What a browser with an empty cache fetches until the page is quiet: encoded bodies, without the favicon. */
async function weigh(context: BrowserContext, url: string): Promise<Weight> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const seen = new Map<string, { script: boolean; bytes: number; protocol: string; icon: boolean }>();
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (!/^https?:/.test(response.url)) return;
    const script = type === 'Script' || /javascript/.test(response.mimeType);
    seen.set(requestId, {
      script,
      bytes: 0,
      protocol: response.protocol ?? '',
      icon: /favicon/.test(response.url),
    });
    const length = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-length',
    )?.[1];
    if (length !== undefined) seen.get(requestId)!.bytes = Number(length);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId);
    // without a length, what came over the wire, headers included
    if (one && one.bytes === 0) one.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  // what a screen fetches ahead once it is idle counts too
  await page.waitForTimeout(2000);
  await page.close();
  const own = [...seen.values()].filter((one) => !one.icon);
  const kB = (list: typeof own) => Math.round(list.reduce((sum, one) => sum + one.bytes, 0) / 100) / 10;
  return {
    scriptKB: kB(own.filter((one) => one.script)),
    totalKB: kB(own),
    requests: own.length,
    protocol: [...new Set(own.map((one) => one.protocol))].join(', '),
  };
}

type Paint = {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  performance: number;
  accessibility: number;
  bestPractices: number;
  failing: string[];
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** One report of Lighthouse; on a busy machine a recording fails now and then, and is made again. */
async function report(url: string, debuggingPort: number) {
  for (let tries = 1; ; tries++) {
    const outcome = await lighthouse(url, {
      port: debuggingPort,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
    if (outcome && !outcome.lhr.runtimeError) return outcome.lhr;
    const message = outcome?.lhr.runtimeError?.message ?? 'no answer';
    if (tries === 3) throw new Error(`Lighthouse could not measure ${url}: ${message}`);
    console.log(`  measured again: ${message}`);
  }
}

/** Lighthouse as a slow telephone, in the browser that is signed in or not; medians. */
async function paint(url: string, debuggingPort: number): Promise<Paint> {
  const all: Paint[] = [];
  for (let run = 0; run < runs; run++) {
    const { audits, categories } = await report(url, debuggingPort);
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const score = (category: string) => Math.round((categories[category]?.score ?? Number.NaN) * 100);
    all.push({
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      failing: ['accessibility', 'best-practices'].flatMap((category) =>
        (categories[category]?.auditRefs ?? [])
          .filter(
            ({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 0.9,
          )
          .map(({ id }) => id),
      ),
    });
  }
  const middle = (name: Exclude<keyof Paint, 'failing'>) => median(all.map((one) => one[name]));
  return {
    fcp: middle('fcp'),
    lcp: middle('lcp'),
    tbt: middle('tbt'),
    cls: middle('cls'),
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    failing: [...new Set(all.flatMap((one) => one.failing))],
  };
}

function tell(name: string, budget: Budget, weight: Weight, seen: Paint) {
  const line = (
    what: string,
    value: number | string,
    unit: string,
    limit?: { most?: number; least?: number; below?: number },
  ) => {
    const over =
      limit !== undefined &&
      !(
        (limit.most === undefined || Number(value) <= limit.most) &&
        (limit.least === undefined || Number(value) >= limit.least) &&
        (limit.below === undefined || Number(value) < limit.below)
      );
    const words =
      limit &&
      (limit.most !== undefined
        ? `at most ${limit.most}`
        : limit.least !== undefined
          ? `at least ${limit.least}`
          : `under ${limit.below}`);
    console.log(
      `  ${what.padEnd(24)}${String(value).padStart(8)} ${unit.padEnd(4)}${words ?? ''}${over ? '   OVER BUDGET' : ''}`,
    );
  };
  console.log(`\n${name} (${weight.protocol})`);
  line('script, compressed', weight.scriptKB, 'kB', { most: budget.scriptKB });
  line('everything', weight.totalKB, 'kB');
  line('requests', weight.requests, '', { most: budget.requests });
  line('first contentful paint', Math.round(seen.fcp), 'ms');
  line(
    'largest contentful paint',
    Math.round(seen.lcp),
    'ms',
    budget.lcp === undefined ? undefined : { most: budget.lcp },
  );
  line('total blocking time', Math.round(seen.tbt), 'ms');
  line('layout shift', Math.round(seen.cls * 1000) / 1000, '', { below: mostShift });
  line('performance, mobile', seen.performance, '', { least: budget.performance });
  line('accessibility', seen.accessibility, '', { least: 100 });
  line('best practices', seen.bestPractices, '', { least: 100 });
  if (seen.failing.length > 0) console.log(`  not met: ${seen.failing.join(', ')}`);
}

/** Weight and paint of sign-in and of the first signed-in screen, beside their budgets; medians of three runs of Lighthouse. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-pages-'));
  const profile = mkdtempSync(path.join(os.tmpdir(), 'portal-browser-'));
  const debuggingPort = await freePort();
  const demo = await startDemo(folder);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    ignoreHTTPSErrors: true,
    args: [
      `--remote-debugging-port=${debuggingPort}`,
      '--ignore-certificate-errors',
      '--disable-background-networking',
      '--disable-component-update',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    for (const { name, path: where, budget } of screens) {
      if (where !== '/signin') await signIn(context, demo.origin);
      const url = `${demo.origin}${where}`;
      tell(name, budget, await weigh(context, url), await paint(url, debuggingPort));
    }
    const { loadavg, cpus } = os;
    console.log(
      `\n${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}: a busy machine costs blocking time and points.`,
    );
  } finally {
    await context.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}
