import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const most = 30;

/** Entries with numbers, which no one looks up by subject. */
const isSeries = (folder: string) => /^(db\/migrations|docs\/decisions)$/.test(folder);

const foldersBelow = (root: string): string[] => [
  root,
  ...readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => foldersBelow(path.posix.join(root, entry.name))),
];

test('a folder has at most 30 entries', () => {
  const roots = ['src', 'checks', 'e2e', 'bench', 'bin', 'simulate', 'db', 'docs', 'deploy', 'config'];
  const full = roots
    .flatMap(foldersBelow)
    .filter((folder) => !isSeries(folder))
    .map((folder) => ({ folder, entries: readdirSync(folder).length }))
    .filter(({ entries }) => entries > most);
  expect(full).toEqual([]);
});
