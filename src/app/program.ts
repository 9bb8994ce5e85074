import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { baseCtx } from '#platform/server/ctx.ts';
import { migrateAll, openConnections, type Connections } from '#platform/server/connections.ts';
import { openDatabase, type Database } from '#platform/server/database.ts';
import { EmbeddedPostgresError } from '#platform/server/embeddedPostgres/supervisor.ts';
import { openQueue } from '#platform/server/jobs.ts';
import { openLog } from '#platform/server/log.ts';
import { openChangeMemory } from '#platform/server/memory.ts';
import { pendingMigrations } from '#platform/server/migrations.ts';
import { openSecrets } from '#platform/server/secrets.ts';
import { readSettings, SettingsError, type Settings } from '#platform/server/settings.ts';
import { catalogOf, ConfigError } from '#modules/brand/server/public.ts';
import { jobSpecs } from './modules.ts';
import { openProviders, type OpenedProviders } from './providers.ts';

/** Something that whoever starts the program can put right; the message is one sentence. */
export class StartError extends Error {}

const isPlain = (error: unknown): error is Error =>
  error instanceof StartError || error instanceof SettingsError || error instanceof ConfigError || error instanceof EmbeddedPostgresError;

/** Runs a program's main function: what can be put right is said in one sentence, and the exit code is not zero. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (isPlain(error)) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}

export function settingsOfProcess(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** Makes a folder one segment at a time: the recursive call of Node does not return below /proc. */
function makeFolder(dir: string) {
  if (existsSync(dir)) return;
  makeFolder(path.dirname(dir));
  mkdirSync(dir);
}

/** Makes the data folder, and fails with one sentence when it cannot be written. */
export function requireDataDir(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(`The data folder ${dir} cannot be written: choose another one with DATA_DIR or change its permissions.`);
  }
}

/** Fails with one sentence when the address is taken. */
export async function requireFreePort(settings: Settings): Promise<void> {
  if (settings.port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          error.code === 'EADDRINUSE'
            ? `Port ${settings.port} is in use: stop the other program or choose another port, for example PORT=${settings.port + 1}.`
            : `The portal cannot listen on ${settings.host}:${settings.port} (${error.code ?? error.message}): choose another HOST or PORT.`,
        ),
      ),
    );
    probe.listen(settings.port, settings.host, () => probe.close(() => resolve()));
  });
}

export type Program = {
  settings: Settings;
  connections: Connections;
  database: Database;
  base: BaseCtx;
  providers: OpenedProviders;
  close: () => Promise<void>;
};

/**
 * Opens everything that a program of the portal leans on: database, queue, keys, providers.
 * @param migrates whether this program brings the database up to date, or only refuses an old one
 */
export async function openProgram(name: string, settings: Settings, options: { migrates: boolean }): Promise<Program> {
  requireDataDir(settings.dataDir);
  const log = openLog(name, settings.logLevel);
  catalogOf(settings);
  const connections = await openConnections(settings, log);
  if (options.migrates || !settings.databaseUrl) await migrateAll(connections.owner, jobSpecs);
  else {
    const pending = await pendingMigrations(connections.owner);
    if (pending.length > 0)
      throw new StartError(`The database lacks ${pending.length} migration(s): run npm run migrate, then start again.`);
  }
  const database = openDatabase(connections.app, settings.databasePool);
  const queue = openQueue(connections.app, log);
  await queue.start();
  const secrets = openSecrets(settings);
  const now = () => new Date();
  const providers = await openProviders({ settings, secrets, database, queue, log, now });
  const memory = openChangeMemory(connections.app, log);
  database.whenChanged((orgId) => memory.forget('organization', orgId));
  const base = baseCtx({ now, log, settings, secrets, jobs: queue, database, memory, providers: providers.providers });
  return {
    settings,
    connections,
    database,
    base,
    providers,
    close: async () => {
      await providers.close();
      await memory.close();
      await queue.close();
      await database.close();
      await connections.close();
    },
  };
}

/** Calls `stop` once at the first Ctrl-C or termination; a second one ends at once. */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const react = () => {
    if (stopping) process.exit(1);
    stopping = true;
    // whatever hangs must not keep the program from ending
    setTimeout(() => process.exit(1), 30_000).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, react);
}
