// The commit-msg hook: refuses a message that checks/rules/commits.test.ts would refuse later.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { faultsOfMessage } from './commitRule.ts';

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout;
const staged = git('diff', '--cached', '--numstat')
  .split('\n')
  .flatMap((line) => line.split('\t').slice(0, 2))
  .reduce((sum, count) => sum + (Number(count) || 0), 0);

const text = readFileSync(process.argv[2]!, 'utf8').replace(/^#.*\n?/gm, '');
const faults = faultsOfMessage(text, staged);
for (const fault of faults) console.error(`commit message: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
