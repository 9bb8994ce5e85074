// Every test. Needs a Chromium for the journeys, HAProxy and PgBouncer for what stands in front of a portal, and iproute2 for a
// network that loses packets: found on the machine, or installed through apt where that is possible.
// Arguments go on to the test runner; the last line of output is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// a full Chromium draws a window for each page and takes three times as long to open one
const headlessShell = '/usr/lib/chromium/chromium-headless-shell';
const candidates = [
  process.env.CHROMIUM_PATH,
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const find = () => candidates.find((path) => path && existsSync(path));

const isThere = (program) => spawnSync('which', [program]).status === 0;
const browsers = process.env.CHROMIUM_PATH || existsSync(headlessShell) ? [] : ['chromium-headless-shell'];
const packages = { haproxy: 'haproxy', pgbouncer: 'pgbouncer', ip: 'iproute2' };
const missing = [
  ...browsers,
  ...Object.keys(packages).flatMap((program) => (isThere(program) ? [] : packages[program])),
];

function installMissing() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.error(`Installing ${missing.join(', ')} through apt for the tests (once) …`);
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  const install = (...packages) => apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (install(...missing).status === 0 || find()) return;
  // an older Debian has no such package
  install(...missing.filter((name) => !browsers.includes(name)), 'chromium');
}

if (missing.length > 0) installMissing();
const chromium = find();
if (!chromium) {
  console.error(
    'The journeys need a Chromium: install one (Debian: apt-get install chromium) or name it with CHROMIUM_PATH, then run npm test again.',
  );
  process.exit(1);
}

const { buildWeb } = await import('../src/app/build/webBuild.ts');
buildWeb();

const named = process.argv.slice(2);
const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-tests-'));

/** The same commit draws the same examples for its properties twice, and the next commit draws others; nothing outside of a repository. */
function seedOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' });
  return status === 0 ? { PROPERTY_SEED: String(Number.parseInt(stdout.slice(0, 7), 16)) } : {};
}

/** How a run ended, as bin/fileCounts.ts wrote it; nothing where the runner did not come to its end. */
function run(name, ...args) {
  const report = path.join(folder, name);
  const { status } = spawnSync('vitest', ['run', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...seedOfCommit(),
      ...process.env,
      CHROMIUM_PATH: chromium,
      PORTAL_TEST_REPORT: report,
      TZ: 'UTC',
    },
  });
  return existsSync(report)
    ? { status: status ?? 1, ...JSON.parse(readFileSync(report, 'utf8')) }
    : undefined;
}

const failedFiles = ({ files }) => Object.keys(files).filter((file) => files[file].failed > 0);

// what counts lost writes must not lose one even once
const isRepeatable = (file) => /^e2e\W/.test(file) && path.basename(file) !== 'production.test.ts';

/** In a whole run, one or two failed journeys run once more by themselves (docs/decisions/0034). */
function tryAgain(first) {
  const failed = failedFiles(first);
  const repeats =
    named.length === 0 &&
    first.errors === 0 &&
    failed.length > 0 &&
    failed.length <= 2 &&
    failed.every(isRepeatable);
  if (!repeats) return first;
  console.log(`\nOnce more, one after the other: ${failed.join(', ')}`);
  const second = run('second', '--no-file-parallelism', ...failed);
  if (!second) return first;
  const unsteady = failed.filter((file) => second.files[file]?.failed === 0);
  return { ...second, files: { ...first.files, ...second.files }, unsteady };
}

const first = run('first', ...named);
const done = first && tryAgain(first);
rmSync(folder, { recursive: true, force: true });
if (!done) process.exit(1);
if (done.unsteady?.length > 0)
  console.log(
    `\nUnsteady: ${done.unsteady.join(', ')} failed first and passed alone. Find the cause of the failure above.`,
  );
const failures = Object.entries(done.files).flatMap(([file, { failures }]) =>
  failures.map((name) => `  ${file}: ${name}`),
);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
const sum = (state) => Object.values(done.files).reduce((total, file) => total + file[state], 0);
const skipped = sum('skipped');
console.log(
  `\n${sum('passed')} passed, ${sum('failed') + done.errors} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exit(done.status);
