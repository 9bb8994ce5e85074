import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { faultsOfMessage } from '../../bin/commitRule.ts';

const git = (...args: string[]) =>
  spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64_000_000 }).stdout.trim();

/** The last release; before the first one, the commit that brought this rule. */
const since = () =>
  git('describe', '--tags', '--abbrev=0', '--match', 'v*') ||
  git('log', '--diff-filter=A', '--format=%H', '--', 'bin/commitRule.ts').split('\n').at(-1);

type Commit = { hash: string; message: string; changedLines: number };

/** Every commit after `start`, with the lines that it adds and removes. */
const commitsAfter = (start: string): Commit[] =>
  git('log', '--no-merges', '--numstat', '--format=%x1e%H%x1f%B%x1f', `${start}..HEAD`)
    .split('\x1e')
    .filter(Boolean)
    .map((entry) => {
      const [hash = '', message = '', counts = ''] = entry.split('\x1f');
      const changedLines = [...counts.matchAll(/^(\d+)\t(\d+)\t/gm)].reduce(
        (sum, [, added, removed]) => sum + Number(added) + Number(removed),
        0,
      );
      return { hash, message, changedLines };
    });

test('every commit since the last release has a short subject and, where it is large, a body', () => {
  const start = since();
  const faults = (start ? commitsAfter(start) : []).flatMap(({ hash, message, changedLines }) =>
    faultsOfMessage(message, changedLines).map((fault) => `${hash.slice(0, 8)} ${fault}`),
  );
  expect(faults).toEqual([]);
});

test.each([
  ['plans: Stop at the first refusal', 20, 0],
  [`plans: ${'x'.repeat(66)}`, 20, 1],
  ['Stop at the first refusal', 20, 1],
  ['plans: Stop at the first refusal', 101, 1],
  ['plans: Stop at the first refusal\n\nA second one hid the reason.', 101, 0],
  ['plans: Stop at the first refusal\nA second one hid the reason.', 20, 1],
  ['Merge branch of a fix', 5000, 0],
])('the message %j of a change of %i lines has %i faults', (message, lines, faults) => {
  expect(faultsOfMessage(message, lines)).toHaveLength(faults);
});
