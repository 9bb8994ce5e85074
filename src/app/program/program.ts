import { existsSync } from 'node:fs';
import type { Registry } from 'prom-client';
import { inspect } from 'node:util';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { baseCtx } from '#platform/server/ctx.ts';
import { migrateAll, openConnections, type Connections } from '#platform/server/database/connections.ts';
import { RoleError } from '#platform/server/database/appRole.ts';
import { isDatabaseAway, openDatabase, type Database } from '#platform/server/database/database.ts';
import { EmbeddedPostgresError } from '#platform/server/database/embeddedPostgres/supervisor.ts';
import { openQueue } from '#platform/server/jobs/jobs.ts';
import { openLog, type Logger } from '#platform/server/log/log.ts';
import { openChangeMemory } from '#platform/server/memory/memory.ts';
import { openNotices, type Notices } from '#platform/server/memory/notices.ts';
import { measureQueue } from '#platform/server/jobs/queueMeasures.ts';
import { schemaState } from '#platform/server/database/migrations.ts';
import { withLastingKeys } from '#platform/server/secrets/lastingKeys.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import {
  readSettings,
  SettingsError,
  withoutPasswords,
  type Settings,
} from '#platform/server/settings/settings.ts';
import { traceWith } from '#platform/server/log/tracing.ts';
import { catalogOf, ConfigError, followCatalog } from '#modules/catalog/server/public.ts';
import { isFolderOfInstallation } from '#providers/files/embedded/folderMark.store.ts';
import { requireDataDir } from './machine.ts';
import { jobSpecs } from './jobs.ts';
import { modules } from '../modules.ts';
import { openProviders, type OpenedProviders } from '../providers/providers.ts';
import { StartError } from './startError.ts';

const isPlain = (error: unknown): error is Error =>
  error instanceof StartError ||
  error instanceof SettingsError ||
  error instanceof ConfigError ||
  error instanceof EmbeddedPostgresError;

/** What is open now and how it is closed, in the order of opening: also a program that fails at its start leaves nothing running. */
const opened: (() => Promise<void>)[] = [];
export const closeAll = async (): Promise<void> => {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
};

let stopping = false;
let stop = closeAll;

/** A step of the start; a program that is being stopped opens nothing further. */
const unlessStopping = async <T>(step: Promise<T>): Promise<T> => {
  const done = await step;
  return stopping ? new Promise<never>(() => {}) : done;
};

/** Runs a program's main function: what can be put right is said in one sentence, and the exit code is not zero. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  listenForSignals();
  try {
    await main();
  } catch (error) {
    if (stopping) return;
    await closeAll().catch(() => {});
    console.error(withoutPasswords(isPlain(error) ? error.message : inspect(error)));
    process.exit(1);
  }
}

export function settingsOfProcess(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** What whoever starts the program can put right about the database, in one sentence; any other error as it is. */
export function inPlainWords(settings: Settings, error: unknown): unknown {
  if (error instanceof RoleError) return new StartError(error.message, { cause: error });
  const { code = '', message } = error as { code?: string; message: string };
  if (code === '53100' || code === 'ENOSPC')
    return new StartError(
      settings.databaseUrl
        ? 'The database server has no room left: make room there and start again.'
        : `The data folder ${settings.dataDir} has no room left: make room and start again.`,
    );
  // what the owner alone may do
  if (settings.databaseUrl && code === '42501')
    return new StartError(
      `The login of ${settings.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'} lacks a right (${message}): set DATABASE_OWNER_URL to the owner of the database.`,
      { cause: error },
    );
  // nobody there, no such host; wrong password, role or name
  if (
    settings.databaseUrl &&
    (isDatabaseAway(error) || ['ENOTFOUND', 'EAI_AGAIN', '28P01', '28000', '3D000'].includes(code))
  )
    return new StartError(`The database of DATABASE_URL cannot be used: ${message}.`);
  return error;
}

export type Program = {
  settings: Settings;
  connections: Connections;
  database: Database;
  base: BaseCtx;
  providers: OpenedProviders;
  notices: Notices;
  /** Figures of this program alone, for `/metrics`. */
  registries: readonly Registry[];
  close: () => Promise<void>;
};

type OpenConnections = Awaited<ReturnType<typeof openConnections>>;

/** Reaches the database of an installation as it is, starting the built-in one; `closeAll` closes it. */
export function reach(settings: Settings, log: Logger): Promise<OpenConnections> {
  const opening = openConnections(settings, log);
  // a database that is just being started is stopped as well
  opened.push(async () => (await opening).close());
  return unlessStopping(opening);
}

/** Closes with the program. */
export const closeAtEnd = (close: () => Promise<void>): void => void opened.push(close);

/**
 * Reaches the database of an installation, starting the built-in one.
 * @param options.migrates whether it is brought up to date, or only refused when it is old; the built-in one always is
 * @returns with the names of migrations applied now
 */
export async function connect(
  settings: Settings,
  log: Logger,
  options: { migrates: boolean },
): Promise<{ connections: OpenConnections; applied: string[] }> {
  try {
    const connections = await reach(settings, log);
    const { pending, newer } = await schemaState(connections.owner);
    if (newer.length > 0 && !settings.allowsNewerDatabase)
      throw new StartError(
        `The database was brought up to date by a newer version (${newer.at(-1)}): start that version. To go back to this one, read "Going back" in docs/operating.md first.`,
      );
    if (options.migrates || !settings.databaseUrl)
      return { connections, applied: await unlessStopping(migrateAll(connections.owner, jobSpecs)) };
    if (pending.length > 0)
      throw new StartError(
        `The database lacks ${pending.length} migration(s): run npm run migrate, then start again.`,
      );
    return { connections, applied: [] };
  } catch (error) {
    throw inPlainWords(settings, error);
  }
}

/** Opens a connection as all others will be opened: a database on which tenants are not kept apart ends the start. */
async function requireIsolation(settings: Settings, database: Database): Promise<void> {
  try {
    await database.pool.query('select');
  } catch (error) {
    throw inPlainWords(settings, error);
  }
}

/** Programs of one installation that each kept files in a folder of their own would lose them for the others. */
async function requireSharedFiles(settings: Settings, database: Database): Promise<void> {
  if (!settings.production || !settings.databaseUrl || settings.s3) return;
  if (!(await isFolderOfInstallation(database.global, settings.dataDir)))
    throw new StartError(
      `The files of this installation are in another folder than ${settings.dataDir}: mount that one on every machine, or set S3_BUCKET. If it is lost, run npm run migrate -- --forget-folder, and the next program that starts names its own.`,
    );
}

/** Sends traces to the collector that the settings name. Without one, nothing is loaded for it. */
async function openTracing(name: string, settings: Settings): Promise<void> {
  if (!settings.tracing) return;
  const { openTracer } = await import('#platform/server/log/exportTraces.ts');
  const tracer = openTracer(name, settings.tracing);
  traceWith(tracer);
  opened.push(async () => {
    traceWith(null);
    await tracer.close();
  });
}

/**
 * Opens everything that a program of the portal leans on: database, queue, keys, providers.
 * @param options.migrates whether this program brings the database up to date, or only refuses an old one
 * @param options.content false where a mistake in it must not end the start; it is read when it is needed
 */
export async function openProgram(
  name: string,
  settings: Settings,
  options: { migrates: boolean; content?: boolean },
): Promise<Program> {
  requireDataDir(settings.dataDir);
  const log = openLog(name, settings.logLevel);
  await unlessStopping(openTracing(name, settings));
  catalogOf(settings);
  if (options.content ?? true) for (const { readContent } of modules) readContent?.(settings);
  const { connections } = await connect(settings, log, options);
  const database = openDatabase(connections.app, settings.databasePool);
  opened.push(database.close);
  await unlessStopping(requireIsolation(settings, database));
  await unlessStopping(requireSharedFiles(settings, database));
  const notices = openNotices(connections.direct, log);
  opened.push(notices.close);
  const queue = openQueue(connections.direct, log, notices);
  opened.push(queue.close);
  const depths = measureQueue(
    connections.direct,
    jobSpecs.map((spec) => spec.name),
    log,
  );
  opened.push(depths.close);
  await unlessStopping(queue.start());
  const secrets = await unlessStopping(withLastingKeys(database.global, openSecrets(settings), log));
  const now = () => new Date();
  const providers = await unlessStopping(openProviders({ settings, secrets, database, queue, log, now }));
  opened.push(providers.close);
  const catalog = await unlessStopping(followCatalog({ settings, global: database.global, log }));
  opened.push(catalog.close);
  const memory = openChangeMemory(connections.direct, log, {
    notices,
    watched: { catalog: catalog.refresh },
  });
  opened.push(memory.close);
  database.whenChanged((orgId) => memory.forget('organization', orgId));
  const base = baseCtx({
    now,
    log,
    settings,
    secrets,
    jobs: queue,
    database,
    memory,
    providers: providers.providers,
  });
  return {
    settings,
    connections,
    database,
    base,
    providers,
    notices,
    registries: [depths.registry],
    close: closeAll,
  };
}

/** What the first Ctrl-C or termination does from now on; before, it closes what is open so far. A second one, a moment later, ends at once. */
export const onStopSignal = (ownStop: () => Promise<void>): void => {
  stop = ownStop;
};

/** A signal to a whole group of processes comes twice: from its sender, and passed on by npm or bin/run.mjs. */
const sameSignalMs = 1000;

function listenForSignals(): void {
  let first = 0;
  const react = () => {
    if (stopping && performance.now() - first < sameSignalMs) return;
    if (stopping) process.exit(1);
    stopping = true;
    first = performance.now();
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
  // started by another program: when that one is gone, this one has no reason to stay. It may be gone by now.
  if (!process.send) return;
  process.once('disconnect', react);
  if (!process.connected) react();
}
