import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoryFlags } from '#providers/scanner/embedded/limits.ts';
import { runScan } from '#providers/scanner/embedded/engine.ts';
import { cases, measure, serveRange, type Measure } from '#providers/scanner/testing/range/range.ts';
import { serve, type Site } from '#providers/scanner/sites/serve.ts';
import type { ScanLevel } from '#providers/scanner/port.ts';

/** Longest that an outside scanner may take. */
const mostMinutes = Number(process.env.BENCH_MINUTES ?? 30);

type Row = { name: string; seconds: number; requests: number; measured: Measure };

async function ours(level: ScanLevel): Promise<Row> {
  const site = await serveRange();
  const started = performance.now();
  const result = await runScan(
    { url: site.url, level, allowPrivate: [site.host] },
    { signal: new AbortController().signal, perSecond: 1000, onProgress: () => {} },
  );
  const seconds = (performance.now() - started) / 1000;
  await site.close();
  const measured = measure(
    result.findings.map((finding) => ({
      rule: finding.rule,
      urls: finding.places.map((place) => place.url),
    })),
  );
  return { name: `ours, ${level}`, seconds, requests: site.visits.length, measured };
}

const execute = (command: string, args: string[]) =>
  new Promise<boolean>((resolve) => {
    execFile(command, args, { timeout: mostMinutes * 60_000, maxBuffer: 50_000_000 }, (error) =>
      resolve(error === null),
    );
  });

/** What Wapiti calls the flaws that the cases have. */
const wapitiRules: Record<string, string> = {
  'SQL Injection': 'active.sql-injection',
  'Blind SQL Injection': 'active.sql-injection',
  'Cross Site Scripting': 'active.reflected-xss',
  'Reflected Cross Site Scripting': 'active.reflected-xss',
  'Stored Cross Site Scripting': 'active.stored-xss',
  'Path Traversal': 'active.path-traversal',
  'Command execution': 'active.command-injection',
  'Open Redirect': 'active.open-redirect',
  'CRLF Injection': 'active.header-injection',
  'Server Side Request Forgery': 'active.ssrf',
  XXE: 'active.xxe',
};

async function wapiti(): Promise<Row | null> {
  if (!(await execute('wapiti', ['--version']))) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-scan-'));
  const site: Site = await serveRange();
  const report = path.join(folder, 'report.json');
  const started = performance.now();
  await execute('wapiti', [
    '-u',
    `${site.url}/`,
    '-m',
    'all',
    '-f',
    'json',
    '-o',
    report,
    '--flush-session',
    '--no-bugreport',
    '--store-session',
    folder,
  ]);
  const seconds = (performance.now() - started) / 1000;
  await site.close();
  try {
    const read = JSON.parse(readFileSync(report, 'utf8')) as {
      vulnerabilities: Record<string, { path: string; info: string }[]>;
    };
    const found = Object.entries(read.vulnerabilities).flatMap(([name, list]) =>
      list.map((one) => ({
        rule: wapitiRules[name] ?? `other.${name}`,
        urls: [new URL(one.path, site.url).href],
      })),
    );
    return { name: 'Wapiti', seconds, requests: site.visits.length, measured: measure(found) };
  } catch {
    console.log(`Wapiti gave no report within ${mostMinutes} minutes.`);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A shop of five thousand pages, all different, each heavy and with a form, linked a few at a time. */
async function serveLarge(): Promise<Site> {
  const pages = 5000;
  const filler = Array.from(
    { length: 400 },
    (_each, n) => `<li class="c${n % 7}">Entry ${n} of a long list of things</li>`,
  ).join('');
  const name = (n: number) =>
    `${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${'aeiou'[n % 5]}${n.toString(36)}-tool`;
  return serve((visit) => {
    const n =
      visit.path === '/'
        ? 0
        : Number.parseInt(/\/d\d+\/\w\w([0-9a-z]+)-tool\.php$/.exec(visit.path)?.[1] ?? '', 36);
    if (!(n >= 0 && n < pages)) return undefined;
    const next = Array.from({ length: 8 }, (_each, k) => (n * 8 + k + 1) % pages);
    const links = next.map((k) => `<a href="/d${k % 40}/${name(k)}.php">${k}</a>`).join('');
    const shape = Array.from({ length: 12 }, (_each, k) =>
      (n >> k) & 1 ? `<section><p>${k}</p></section>` : `<div><b>${k}</b></div>`,
    ).join('');
    return {
      body: `<h1>Tool ${n}</h1>${links}${shape}<ul>${filler}</ul><form action="${visit.path}"><input name="q${n % 50}"></form>`,
    };
  });
}

/** Largest memory of a process so far, megabytes; null where the machine does not tell. */
function memoryOf(pid: number): number | null {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return null;
  }
}

async function large(): Promise<void> {
  const site = await serveLarge();
  const child = spawn(
    process.execPath,
    [
      ...memoryFlags(),
      'src/app/scan.ts',
      site.url,
      '--level',
      'normal',
      '--allow-private',
      '--rate',
      '1000',
      '--no-browser',
      '--json',
      '-',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid!) ?? 0);
  }, 200);
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  clearInterval(watch);
  await site.close();
  const result = JSON.parse(text) as {
    pages: number;
    requests: number;
    startedAt: string;
    finishedAt: string;
  };
  const seconds = (Date.parse(result.finishedAt) - Date.parse(result.startedAt)) / 1000;
  console.log(
    `5,000 pages, normal: ${result.pages} pages read, ${result.requests} requests, ${seconds.toFixed(0)} s, at most ${most.toFixed(0)} MB (goal: under 400)`,
  );
  if (most > 400) process.exitCode = 1;
}

/** What is found in the cases, how often it is wrong, and what that costs; beside Wapiti where it is installed. */
export async function run(): Promise<void> {
  const vulnerable = cases.filter((one) => one.rules.length > 0).length;
  const safe = cases.length - vulnerable;
  console.log(`${vulnerable} vulnerable programs, ${safe} safe ones`);
  const only = process.env.BENCH_ONLY;
  if (only === 'large') return large();
  const levels = (process.env.BENCH_LEVELS ?? 'safe,normal,full').split(',') as ScanLevel[];
  for (const next of [...levels.map((level) => () => ours(level)), ...(only === 'ours' ? [] : [wapiti])]) {
    const row = await next();
    if (!row) continue;
    const { found, missed, falseAlarms } = row.measured;
    console.log(
      `${row.name.padEnd(14)} found ${String(found.length).padStart(3)}  false alarms ${String(falseAlarms.length).padStart(3)} (${((100 * falseAlarms.length) / safe).toFixed(1)} in 100)  requests ${String(row.requests).padStart(6)}  ${row.seconds.toFixed(0).padStart(5)} s`,
    );
    if (missed.length > 0) console.log(`               missed ${missed.join(', ')}`);
    if (falseAlarms.length > 0) console.log(`               wrong  ${falseAlarms.join(', ')}`);
  }
  if (only === undefined) await large();
}
