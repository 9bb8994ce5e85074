// Every test. Needs a Chromium for the journeys, HAProxy and PgBouncer for what stands in front of a portal, and iproute2 for a
// network that loses packets: found on the machine, or installed through apt where that is possible.
// Arguments go on to the test runner; the last line of output is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
const missing = [...browsers, ...Object.keys(packages).flatMap((program) => (isThere(program) ? [] : packages[program]))];

function installMissing() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.error(`Installing ${missing.join(', ')} through apt for the tests (once) …`);
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
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

const { buildWeb } = await import('../src/app/webBuild.ts');
buildWeb();
const done = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: {
    ...process.env,
    CHROMIUM_PATH: chromium,
    PORTAL_TEST_REPORT: '1',
    TZ: 'UTC',
  },
});
process.exit(done.status ?? 1);
