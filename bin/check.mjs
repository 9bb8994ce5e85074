// Types, lint, format, dead code and the rules of this codebase, without a test of behavior: what CI runs before the tests.
// `--fast` is for the pre-push hook: no lint by types and no search for dead code. `--before-tests` leaves the rules to `npm test`.
import { spawnSync } from 'node:child_process';

const has = (option) => process.argv.includes(option);
const fast = has('--fast');

// what did not change since the last run is not checked again; each checker reads the shared types, so two are the quickest on two cores
const types = (part) => [
  'tsc',
  '--noEmit',
  '--incremental',
  '--project',
  `tsconfig.${part}.json`,
  '--tsBuildInfoFile',
  `node_modules/.cache/${part}.tsbuildinfo`,
  '--checkers',
  '2',
];
const steps = [
  ['types of the server', ...types('server')],
  ['types of the browser part', ...types('web')],
  ['lint', 'oxlint', ...(fast ? [] : ['--type-aware']), '--deny-warnings'],
  ['format', 'oxfmt', '--check', 'src', 'checks', 'bench', 'simulate', 'bin', 'e2e'],
  ...(fast
    ? []
    : [
        ['dead code', 'knip', '--no-progress'],
        ['code that only tests use', 'knip', '--production', '--no-progress'],
      ]),
  ...(has('--before-tests') ? [] : [['rules', 'vitest', 'run', '--project', 'rules']]),
];

let failed = 0;
for (const [name, command, ...args] of steps) {
  const started = Date.now();
  const done = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const ok = done.status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) failed++;
}
process.exit(failed ? 1 : 0);
