import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort, startPortal, startProgram } from './world.ts';

const folder = () => {
  const made = mkdtempSync(path.join(os.tmpdir(), 'portal-programs-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** Runs a program that should refuse to start; gives its exit code and the lines it said. */
async function refused(name: string, env: Record<string, string>, args: string[] = []) {
  const program = startProgram(name, { DATA_DIR: folder(), ...env }, args);
  const code = await program.ended;
  return { code, lines: program.output().trim().split('\n') };
}

describe('what can be put right is said in one sentence, with a non-zero exit', () => {
  test('a port in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    const { code, lines } = await refused('start', { PORT: String(port) });
    expect(code).toBe(1);
    expect(lines).toEqual([
      `Port ${port} is in use: stop the other program or choose another port, for example PORT=${port + 1}.`,
    ]);
  });

  test.each([
    ['PORT', '99999', 'The environment value PORT="99999" cannot be used: must be at most 65535.'],
    [
      'PORT',
      'http',
      'The environment value PORT="http" cannot be used: must be a whole number from 0 to 65535.',
    ],
    [
      'PUBLIC_URL',
      'portal',
      'The environment value PUBLIC_URL="portal" cannot be used: must be a web address such as https://portal.example.com.',
    ],
    [
      'LOG_LEVEL',
      'loud',
      'The environment value LOG_LEVEL="loud" cannot be used: must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
    [
      'SCAN_ALLOW_PRIVATE',
      'localhost',
      'The environment value SCAN_ALLOW_PRIVATE="localhost" cannot be used: must be host:port pairs parted by commas, such as 127.0.0.1:8080.',
    ],
    [
      'COGNITO_CLIENT_ID',
      'abc',
      'COGNITO_USER_POOL_ID, COGNITO_CLIENT_ID and COGNITO_REGION belong together: set all three or none.',
    ],
  ])('a bad value of %s', async (name, value, sentence) => {
    const { code, lines } = await refused('start', { [name]: value });
    expect({ code, lines }).toEqual({ code: 1, lines: [sentence] });
  });

  test('a data folder that cannot be written', async () => {
    const dir = folder();
    // a file where the folder should be: also root cannot write into it
    const taken = path.join(dir, 'data');
    writeFileSync(taken, '');
    const { code, lines } = await refused('start', { DATA_DIR: taken, PORT: String(await freePort()) });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [
        `The data folder ${taken} cannot be written: choose another one with DATA_DIR or change its permissions.`,
      ],
    });
  });

  test('a configuration file that cannot be read', async () => {
    const dir = folder();
    mkdirSync(path.join(dir, 'config'));
    writeFileSync(path.join(dir, 'config', 'brands.yaml'), 'brands: {');
    chmodSync(path.join(dir, 'config', 'brands.yaml'), 0o644);
    const { code, lines } = await refused('start', {
      CONFIG_DIR: path.join(dir, 'config'),
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/brands\.yaml/);
  });

  test('a database that lacks migrations', async () => {
    const portal = await startPortal();
    onTestFinished(async () => void (await portal.stop()));
    const socket = encodeURIComponent(path.join(portal.dataDir, 'postgres'));
    const { code, lines } = await refused('worker', {
      DATABASE_URL: `postgres://postgres@${socket}:5432/postgres`,
    });
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(
      /^The database lacks \d+ migration\(s\): run npm run migrate, then start again\.$/,
    );
  });

  test('no scan target', async () => {
    const { code } = await refused('scan', {});
    expect(code).toBe(2);
  });
});

test('server, worker and migrate run as programs of their own on one database', async () => {
  const portal = await startPortal();
  onTestFinished(async () => void (await portal.stop()));
  const socket = encodeURIComponent(path.join(portal.dataDir, 'postgres'));
  const env = {
    DATABASE_URL: `postgres://postgres@${socket}:5432/portal`,
    DATA_DIR: folder(),
    LOG_LEVEL: 'info',
  };
  const migrate = startProgram('migrate', env);
  expect(await migrate.ended, migrate.output()).toBe(0);
  expect(migrate.output()).toMatch(/up to date/);
  const port = await freePort();
  const server = startProgram('server', { ...env, PORT: String(port) });
  const worker = startProgram('worker', env);
  onTestFinished(() => void [server, worker].map(({ child }) => child.kill('SIGKILL')));
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status, {
      timeout: 60_000,
    })
    .toBe(200);
  await expect.poll(() => worker.output(), { timeout: 60_000 }).toMatch(/worker ready/);
  server.child.kill('SIGTERM');
  worker.child.kill('SIGTERM');
  expect(await server.ended, server.output()).toBe(0);
  expect(await worker.ended, worker.output()).toBe(0);
  // the database belongs to the other program and goes on
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
});

test('Ctrl-C stops everything in order and leaves no process behind', async () => {
  const portal = await startPortal();
  expect(await portal.stop(), portal.output()).toBe(0);
  expect(portal.output()).not.toMatch(/Error|error:/);
});
