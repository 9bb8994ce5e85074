import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
/** It has calls, a page with a menu entry, and a PDF, and no other module reads it. */
const removed = 'insurance';
const lists = ['src/app/modules.ts', 'src/app/web/shell/modules.ts'];
/** As in bin/check.mjs: what the first try compiled is not compiled again. */
const quick = ['--checkers', '2', '--incremental'];

/** The program in a folder of its own, without the tests. */
function copyOfProgram(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'module-removal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['src', 'db', 'package.json', 'tsconfig.json'])
    cpSync(name, path.join(folder, name), {
      recursive: true,
      filter: (file) => !/\.test\.tsx?$|\/testing\//.test(file),
    });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  for (const part of ['server', 'web']) {
    const config = JSON.parse(readFileSync(`tsconfig.${part}.json`, 'utf8')) as { include: string[] };
    config.include = config.include.filter((pattern) => /^(src|db)\//.test(pattern));
    writeFileSync(path.join(folder, `tsconfig.${part}.json`), JSON.stringify(config));
  }
  return folder;
}

/** What the compiler says of parts of the program; empty where it is content. */
async function complaints(folder: string, ...parts: ('server' | 'web')[]): Promise<string> {
  const said: string[] = [];
  for (const part of parts)
    await run(
      'node_modules/.bin/tsc',
      ['-p', `tsconfig.${part}.json`, '--noEmit', ...quick, '--tsBuildInfoFile', `${part}.tsbuildinfo`],
      { cwd: folder },
    ).catch((error: { stdout?: string }) => said.push(error.stdout ?? String(error)));
  return said.join('');
}

test('a module is removed by its folder and one line in each list, and the rest compiles', async () => {
  const folder = copyOfProgram();
  rmSync(path.join(folder, 'src/modules', removed), { recursive: true });
  expect(await complaints(folder, 'server')).toContain(`#modules/${removed}/server/module.ts`);
  for (const list of lists) {
    const lines = readFileSync(path.join(folder, list), 'utf8').split('\n');
    const kept = lines.filter((line) => !line.includes(`${removed}Module`));
    expect(lines.length - kept.length, list).toBe(2);
    writeFileSync(path.join(folder, list), kept.join('\n'));
  }
  expect(await complaints(folder, 'server', 'web')).toBe('');
}, 480_000);
