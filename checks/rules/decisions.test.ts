import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = 'docs/decisions';
const files = readdirSync(folder).toSorted();

test('decision records are numbered without a gap', () => {
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
});

test('each decision record names its number, its status and its date below the title', () => {
  const wrong = files.filter((file) => {
    const [title = '', , status = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n');
    const isTitled = title.startsWith(`# ${Number(file.slice(0, 4))}. `);
    return !isTitled || !/^\*(Accepted|Superseded by decision \d+), \d{4}-\d{2}-\d{2}\.\*$/.test(status);
  });
  expect(wrong).toEqual([]);
});
