import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#app/testing/portal.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embeddedPostgres/supervisor.ts';
import { freePort, installPackage, isRoot } from './debian.ts';

export type PostgresServer = { host: string; port: number };

/** The programs of the newest PostgreSQL that Debian has on this machine, which may be older than the built-in one. */
export function debianPostgres(): string {
  const root = '/usr/lib/postgresql';
  const versions = () =>
    existsSync(root) ? readdirSync(root).filter((name) => existsSync(`${root}/${name}/bin/initdb`)) : [];
  if (versions().length === 0) installPackage('postgresql');
  const newest = versions()
    .sort((a, b) => Number(a) - Number(b))
    .at(-1);
  if (!newest)
    throw new Error(
      'These tests need PostgreSQL of Debian: install it (apt-get install postgresql) and run them again.',
    );
  return path.join(root, newest, 'bin');
}

/** Runs a program of PostgreSQL, which refuses to be root. */
export function asPostgres(program: string, args: readonly string[]): string {
  const [exe, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args];
  const done = spawnSync(exe!, all as string[], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0) throw new Error(`${path.basename(program)}: ${done.stderr || done.stdout}`);
  return done.stdout;
}

/** A folder that the user of PostgreSQL may write to. */
export function postgresFolder(name: string): string {
  const folder = temporaryFolder(name);
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  return folder;
}

/** Debian's PostgreSQL on a cluster of a test's own, reached by socket, with the superuser `postgres`. */
export async function startDebianPostgres(): Promise<PostgresServer> {
  const bin = debianPostgres();
  const host = postgresFolder('pg');
  const [data, port] = [path.join(host, 'data'), await freePort()];
  asPostgres(path.join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--locale=C.UTF-8',
    '-E',
    'UTF8',
    '--no-sync',
  ]);
  const options = `-p ${port} -k ${host} -c listen_addresses= -c fsync=off -c max_connections=60`;
  onTestFinished(
    () => void asPostgres(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop']),
  );
  asPostgres(path.join(bin, 'pg_ctl'), [
    '-D',
    data,
    '-w',
    '-t',
    '60',
    '-l',
    path.join(host, 'log'),
    '-o',
    options,
    'start',
  ]);
  return { host, port };
}

/** The built-in PostgreSQL on a cluster of a test's own, which has no roles yet. */
export async function startBuiltInPostgres(): Promise<PostgresServer> {
  const folder = temporaryFolder('pg');
  mkdirSync(folder, { recursive: true });
  const server = await startEmbeddedPostgres(folder, { fsync: 'off' });
  onTestFinished(server.stop);
  return server.connection;
}

export const addressAt = ({ host, port }: PostgresServer, user: string, database: string): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
