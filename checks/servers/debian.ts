import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export const isRoot = process.getuid?.() === 0;
const isThere = (program: string) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0;

/** Installs a package of Debian where that is possible. */
export function installPackage(name: string): void {
  if (!isRoot || !isThere('apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // another test file may install its own at the same moment
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  execFileSync('apt-get', ['update', '-qq', ...wait], { stdio: 'ignore', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wait, name], {
    stdio: 'ignore',
    env,
  });
}

/**
 * Makes sure that a server program of Debian is there, through apt where that is possible.
 * @param of the package that brings it, where it has another name
 */
export function requireProgram(program: string, of = program): void {
  if (isThere(program)) return;
  installPackage(of);
  if (!isThere(program))
    throw new Error(
      `These tests need ${program}: install it (Debian: apt-get install ${of}) and run them again.`,
    );
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  return port;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
  });

/** Runs a server program until the test is over; resolves when it takes connections. */
export async function runServer(program: string, args: readonly string[], port: number): Promise<void> {
  const { stop } = await startServer(program, args, port);
  onTestFinished(stop);
}

/** Starts a server program; resolves when it takes connections. */
export async function startServer(
  program: string,
  args: readonly string[],
  port: number,
): Promise<{ stop: () => Promise<void> }> {
  requireProgram(program);
  let said = '';
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for (let tries = 0; !(await answers(port)); tries++) {
    if (child.exitCode === null && tries <= 200) await pause(50);
    else {
      await stop();
      throw new Error(`${program} does not listen: ${said}`);
    }
  }
  return { stop };
}

/** A port of this machine that leads to the socket of a PostgreSQL server. */
export async function portToSocket({ host, port }: { host: string; port: number }): Promise<number> {
  const server = createServer((client) => {
    const database = connect(`${host}/.s.PGSQL.${port}`);
    // small packets in turn would each wait for an acknowledgement
    client.setNoDelay(true);
    client.pipe(database).pipe(client);
    for (const one of [client, database])
      one.on('error', () => [client, database].forEach((socket) => socket.destroy()));
  });
  const listens = await listening(server);
  onTestFinished(() => void server.close());
  return listens;
}
