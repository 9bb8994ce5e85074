import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const browserFiles = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src', name.replaceAll(path.sep, '/')))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) =>
    /^src\/(ui\/|app\/shell\/|app\/web\.tsx|platform\/web\/|modules\/[a-z]+\/(web\/|rules\.ts|paths\.ts))/.test(
      file,
    ),
  );

test('there is browser code to look at', () => {
  expect(browserFiles.length).toBeGreaterThan(100);
});

test('browser code uses no schema: its build has none (docs/decisions/0008)', () => {
  const users = browserFiles.filter((file) =>
    /from ['"]zod|\.(safeParse|parseAsync)\(|Schema\.parse\(/.test(readFileSync(file, 'utf8')),
  );
  expect(users).toEqual([]);
});

test('browser code sets no markup from text: what a scanned site wrote stays text', () => {
  const risky = browserFiles.filter((file) =>
    /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(risky).toEqual([]);
});
