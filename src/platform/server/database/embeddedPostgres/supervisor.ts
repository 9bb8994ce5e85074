import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries } from './binaries.ts';
import { isUsedByOthers } from './otherPrograms.ts';
import { isPostmasterOf, isRunning, postgresProcessesIn } from './processes.ts';

export type PostgresConnection = { host: string; port: number };
export type EmbeddedPostgres = {
  connection: PostgresConnection;
  pid: number;
  /** Stops the server unless another program still uses it; nothing acknowledged is lost. */
  stop: () => Promise<void>;
  /** Settles when this start of the server ended without `stop`; the caller starts it again. */
  ended: Promise<void>;
};

/** The private PostgreSQL cannot run here; the message is one sentence for the operator. */
export class EmbeddedPostgresError extends Error {}

// PostgreSQL refuses to run as root. In a user namespace it sees itself as `nobody`, while its files stay root's,
// so no system user is made and a data folder below /root works.
const asNobody = (exe: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['unshare', ['-U', '--map-user=65534', '--map-group=65534', exe, ...args]]
    : [exe, args];

// A unix socket's address holds 107 bytes; a deep data folder gets its socket in the temporary folder instead.
const socketFolder = (dir: string) =>
  Buffer.byteLength(dir) <= 90
    ? dir
    : path.join(os.tmpdir(), `portal-pg-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`);

/** Opening the socket makes a user the owner of the database, so only we may have made its folder or enter it. */
function makeOwnFolder(dir: string) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(dir);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o077) !== 0))
    throw new EmbeddedPostgresError(
      `The folder ${dir} belongs to somebody else or is open to others: remove it or choose a shorter DATA_DIR.`,
    );
}

const port = 5432;

async function answers(host: string): Promise<boolean> {
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}

async function stopServer(pid: number) {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  for (let i = 0; i < 400 && isRunning(pid); i++) await pause(25);
  if (isRunning(pid)) process.kill(pid, 'SIGQUIT');
}

/** Removes what first starts that were killed left beside the data folder. */
function clearDrafts(dir: string) {
  const prefix = `${path.basename(dir)}.init-`;
  for (const name of readdirSync(path.dirname(dir)))
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      rmSync(path.join(path.dirname(dir), name), { recursive: true, force: true });
}

function initialise(bin: string, dir: string) {
  if (existsSync(path.join(dir, 'PG_VERSION'))) return;
  mkdirSync(path.dirname(dir), { recursive: true });
  clearDrafts(dir);
  // a folder of this program's own, renamed into place: a first start that is cut off leaves nothing half made, and of
  // programs that start together one is first
  const draft = `${dir}.init-${process.pid}`;
  const [exe, args] = asNobody(path.join(bin, 'initdb'), [
    '-D',
    draft,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--locale=C.UTF-8',
    '-E',
    'UTF8',
  ]);
  const made = spawnSync(exe, args, { encoding: 'utf8' });
  if (made.status !== 0) {
    const lines = (made.stderr || made.error?.message || '').trim().split('\n');
    // the reason comes before the tidying up
    const reason = lines.find((line) => /FATAL|PANIC|could not|No space/.test(line)) ?? lines.at(-1);
    if (/unshare/.test(reason ?? '') || (made.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
      throw new EmbeddedPostgresError(
        'The built-in PostgreSQL cannot run as root on this machine: start the portal as an ordinary user, or set DATABASE_URL.',
      );
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL could not make its data folder ${dir}: ${reason}`,
    );
  }
  try {
    renameSync(draft, dir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(path.join(dir, 'PG_VERSION'))) throw error;
  }
}

/** Waits until no server uses the data directory, or returns the pid of a healthy server that a killed parent left behind. */
async function findOrphan(dir: string, host: string): Promise<number | null> {
  const pidFile = path.join(dir, 'postmaster.pid');
  for (let tries = 0; existsSync(pidFile) && tries < 100; tries++) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    if (isPostmasterOf(pid, dir)) {
      if (await answers(host)) return pid;
    } else {
      // never remove the pid file while a backend of the dead postmaster still runs in this directory
      const left = postgresProcessesIn(dir);
      if (left.length === 0) {
        rmSync(pidFile, { force: true });
        // names the dead server too; its pid may be anybody's by now, which PostgreSQL would take for a server
        rmSync(path.join(host, `.s.PGSQL.${port}.lock`), { force: true });
        return null;
      }
      if (tries > 30) for (const straggler of left) process.kill(straggler, 'SIGKILL');
    }
    await pause(100);
  }
  return null;
}

const maxLogBytes = 5_000_000;

/** Appends to the log, which is turned over when it is long. Returns its size; a log that cannot be written is done without. */
function keepLog(file: string, chunk: Buffer, size: number): number {
  try {
    if (size > maxLogBytes) {
      renameSync(file, `${file}.1`);
      size = 0;
    }
    appendFileSync(file, chunk, { mode: 0o600 });
    return size + chunk.length;
  } catch {
    return size;
  }
}

/** Why a server ended: its last fatal line, not the farewell that follows it. */
function lastWords(log: string): string {
  const lines = log.trim().split('\n');
  return lines.findLast((line) => /\b(FATAL|PANIC|ERROR):/.test(line)) ?? lines.at(-1) ?? '';
}

async function boot(
  bin: string,
  dir: string,
  host: string,
  logFile: string,
  settings: Record<string, string>,
): Promise<{ pid: number; ended: Promise<void> }> {
  const [exe, args] = asNobody(path.join(bin, 'postgres'), [
    '-D',
    dir,
    '-p',
    String(port),
    '-k',
    host,
    '-c',
    'listen_addresses=',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  // detached: a Ctrl-C in the terminal reaches only the portal, which then stops the database in order
  const child = spawn(exe, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let recent = '';
  let size = existsSync(logFile) ? statSync(logFile).size : 0;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      recent = (recent + chunk.toString()).slice(-2000);
      size = keepLog(logFile, chunk, size);
      if (recent.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    // 'close' comes after the last word on standard error, 'exit' may come before
    child.once('close', (code) =>
      reject(
        new EmbeddedPostgresError(
          `The built-in PostgreSQL ended at once (code ${code}): ${lastWords(recent)}`,
        ),
      ),
    );
  });
  child.unref();
  (child.stderr as unknown as { unref: () => void }).unref();
  return { pid: child.pid!, ended };
}

async function stopUnlessUsed(pid: number, connection: PostgresConnection): Promise<void> {
  if (!(await isUsedByOthers(connection))) await stopServer(pid);
}

/**
 * Starts a private PostgreSQL on a unix socket, or adopts the healthy one that a killed parent left behind.
 * @param dataDir folder that holds `postgres/` and its log
 * @param settings server settings on top of the defaults
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const bin = postgresBinaries();
  const dir = path.join(path.resolve(dataDir), 'postgres');
  const host = socketFolder(dir);
  if (host !== dir) makeOwnFolder(host);
  initialise(bin, dir);
  const logFile = path.join(path.resolve(dataDir), 'postgres.log');
  const connection = { host, port };
  for (let tries = 0; ; tries++) {
    const running = await findOrphan(dir, host);
    if (running !== null)
      return {
        connection,
        pid: running,
        stop: () => stopUnlessUsed(running, connection),
        ended: whenGone(running),
      };
    try {
      const { pid, ended } = await boot(bin, dir, host, logFile, settings);
      return { connection, pid, stop: () => stopUnlessUsed(pid, connection), ended };
    } catch (error) {
      // another program may be starting the same server, and backends of a killed postmaster need a moment to notice
      if (tries > 50 || !/pre-existing shared memory|already exists|lock file/.test(String(error)))
        throw error;
      await pause(100);
    }
  }
}

async function whenGone(pid: number) {
  while (isRunning(pid)) await pause(500, undefined, { ref: false });
}
