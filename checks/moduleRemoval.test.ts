import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const folders = ['src', 'db', 'checks', 'bench', 'simulate', 'e2e', 'bin'];
const lists = ['src/app/modules.ts', 'src/app/shell/modules.ts'];

const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !lists.includes(file)),
);

/** Modules of which nothing outside their folder knows, but the lists. */
function leafModules(): string[] {
  const used = new Set(
    sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/['"][^'"\n]*\bmodules\/([a-z]+)\/[^'"\n]*['"]/g)]
        .map((match) => match[1]!)
        .filter((name) => !file.startsWith(`src/modules/${name}/`)),
    ),
  );
  return readdirSync('src/modules').filter((name) => !used.has(name));
}

/** What the compiler says of one part in a copy. */
function complaintsOf(copy: string, part: 'server' | 'web'): Promise<string> {
  const args = [
    path.resolve('node_modules/.bin/tsc'),
    '-p',
    `tsconfig.${part}.json`,
    '--noEmit',
    '--checkers',
    '1',
  ];
  return text(spawn(process.execPath, args, { cwd: copy }).stdout);
}

test('a module that no other one uses is removed with its folder and its lines in the two lists', async () => {
  const leaves = leafModules();
  expect(leaves).toEqual(expect.arrayContaining(['insurance', 'marketing', 'resources']));
  const copy = mkdtempSync(path.join(os.tmpdir(), 'portal-without-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const folder of folders) cpSync(folder, path.join(copy, folder), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.server.json', 'tsconfig.web.json'])
    cpSync(file, path.join(copy, file));
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  for (const name of leaves) rmSync(path.join(copy, 'src/modules', name), { recursive: true });
  for (const list of lists) {
    const lines = readFileSync(list, 'utf8').split('\n');
    const left = lines.filter((line) => !leaves.some((name) => line.includes(`${name}Module`)));
    writeFileSync(path.join(copy, list), left.join('\n'));
  }
  expect(await Promise.all([complaintsOf(copy, 'server'), complaintsOf(copy, 'web')])).toEqual(['', '']);
}, 120_000);
