import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './testing.ts';

/** A worker program of its own, as `npm run worker` starts it. */
function startWorkerProgram(dataDir: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'worker.ts')], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
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
  return { child, ready, ended };
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
