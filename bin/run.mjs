// Runs one of the project's commands on a fresh clone: installs what is missing, then goes on under the Node of the lockfile.
// Works on any Node from 18 and imports nothing from node_modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const windows = process.platform === 'win32';

const stamp = join('node_modules', '.lock-stamp');
const wanted = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(process.platform + process.arch)
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('Installing what the portal needs (once, about a minute) …');
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--engine-strict=false',
    '--include=dev',
    '--include=optional',
  ];
  const npm = process.env.npm_execpath;
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: windows });
  if (done.status !== 0) {
    console.error('npm ci did not succeed; see its message above, then run the same command again.');
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

const pinned = join(
  root,
  'node_modules',
  `node-${windows ? 'win' : process.platform}-${process.arch}`,
  'bin',
  windows ? 'node.exe' : 'node',
);
const node = existsSync(pinned) ? pinned : process.execPath;
const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim();
const [major, minor] = version.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node 22.18 or newer is needed on this platform, and this is ${version}: install it and run the same command again.`,
  );
  process.exit(1);
}

const [command, ...rest] = process.argv.slice(2);
const env = {
  ...process.env,
  // programs are read and compiled once, which is a third of their start
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.compile-cache'),
  PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
};
const child =
  command === 'node'
    ? spawn(node, ['--disable-warning=ExperimentalWarning', ...rest], { stdio: 'inherit', env })
    : spawn(command, rest, { stdio: 'inherit', env, shell: windows });
// a terminal sends Ctrl-C to the child as well: only wait for it to stop in order
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
