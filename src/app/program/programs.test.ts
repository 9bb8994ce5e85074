import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { requireDataDir } from './machine.ts';
import { temporaryFolder } from '../testing/portal.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A worker program of its own, as `npm run worker` starts it. */
function startWorkerProgram(dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../worker.ts')], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('worker ready')) resolve();
      });
    void ended.then((code) => reject(new Error(`The program ended with ${code}: ${said}`)));
  });
  return { child, ready, ended, said: () => said };
}

test(
  'programs that start together on an empty data folder share one database; the last to leave stops it',
  { timeout: 60_000 },
  async () => {
    const dataDir = temporaryFolder('programs');
    const programs = [1, 2, 3].map(() => startWorkerProgram(dataDir));
    await Promise.all(programs.map(({ ready }) => ready));
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.init'))).toEqual([]);
    for (const { child } of programs) child.kill('SIGTERM');
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  },
);

test(
  'a program that cannot start says why in one sentence and leaves nothing running',
  { timeout: 60_000 },
  async () => {
    const dataDir = temporaryFolder('programs');
    const { ended, ready, said } = startWorkerProgram(dataDir, { MAIL_FROM: 'a, b' });
    await expect(ready).rejects.toThrow();
    expect(await ended).toBe(1);
    expect(said()).toMatch(/^MAIL_FROM="a, b" cannot be used: [^\n]+\n$/);
    expect(existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  },
);

test('a program that is stopped while it starts leaves nothing running', { timeout: 60_000 }, async () => {
  const dataDir = temporaryFolder('programs');
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const { child, ended, ready } = startWorkerProgram(dataDir);
  ready.catch(() => {});
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), { timeout: 30_000, interval: 10 });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
});

test(
  'a signal that comes twice, as to a whole group of processes, stops in order and leaves nothing running',
  { timeout: 60_000 },
  async () => {
    const dataDir = temporaryFolder('programs');
    const { child, ended, ready } = startWorkerProgram(dataDir);
    await ready;
    child.kill('SIGTERM');
    child.kill('SIGHUP');
    expect(await ended).toBe(0);
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  },
);

test('the data folder is closed to other users of the machine, and a shared folder stays as it is', () => {
  const folder = temporaryFolder('closed');
  const modeOf = () => statSync(folder).mode & 0o7777;
  chmodSync(folder, 0o755);
  requireDataDir(folder);
  expect(modeOf()).toBe(0o750);
  chmodSync(folder, 0o1777);
  requireDataDir(folder);
  expect(modeOf()).toBe(0o1777);
});

test.each([0, 300, 1200, 3000])(
  'a worker whose parent is killed ends by itself, however far it has come: %s ms after it was begun',
  { timeout: 60_000 },
  async (afterMs) => {
    const dataDir = temporaryFolder('programs');
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `const child = require('node:child_process').fork(${JSON.stringify(path.join(import.meta.dirname, '../worker.ts'))}, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
        console.log(child.pid);`,
      ],
      { env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
    await pause(afterMs);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000, interval: 100 });
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  },
);
