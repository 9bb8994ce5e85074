import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { moduleRoutes } from '#app/program/calls.ts';
import { accountsContract } from '#modules/accounts/contract.ts';

test('the browser build has nothing of a contract that only the server reads (docs/decisions/0008)', () => {
  const folder = 'dist/web/assets';
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const built = scripts.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  expect(built).toContain(accountsContract.session.path);
  const summaries = Object.values(moduleRoutes).flatMap(({ contract }) =>
    Object.values(contract).map(({ summary }) => summary),
  );
  expect(summaries.length).toBeGreaterThan(200);
  expect(
    summaries.filter((summary) =>
      ['`', '"', "'"].some((quote) => built.includes(`summary:${quote}${summary}`)),
    ),
  ).toEqual([]);
});
