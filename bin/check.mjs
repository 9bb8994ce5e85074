// Types, lint, format, dead code and the rules of this codebase: what the pre-push hook and CI run before the tests.
import { spawnSync } from 'node:child_process';

// each checker reads the shared types anew: on two cores two of them are quicker than four
const steps = [
  ['types of the server', 'tsc', ['-p', 'tsconfig.server.json', '--noEmit', '--checkers', '2']],
  ['types of the browser part', 'tsc', ['-p', 'tsconfig.web.json', '--noEmit', '--checkers', '2']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check', 'src', 'checks', 'bench', 'simulate', 'bin', 'e2e']],
  ['dead code', 'knip', ['--no-progress']],
  // `npm test` holds the rules as well: who runs both leaves them to it
  ...(process.argv.includes('--before-tests') ? [] : [['rules', 'vitest', ['run', 'checks']]]),
];

let failed = 0;
for (const [name, command, args] of steps) {
  const started = Date.now();
  const done = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const ok = done.status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) failed++;
}
process.exit(failed ? 1 : 0);
