import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programFiles } from './expressions/find.ts';

const statement =
  /(?<!\.)\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom)\(/;

test('modules and providers write SQL in their stores and nowhere else', () => {
  const wrong = [...programFiles('src/modules'), ...programFiles('src/providers')].filter(
    (file) => !file.endsWith('.store.ts') && statement.test(readFileSync(file, 'utf8')),
  );
  expect(wrong).toEqual([]);
});
