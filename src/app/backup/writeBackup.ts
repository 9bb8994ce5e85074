import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lastingKeyPurpose } from '#platform/server/secrets/lastingKeys.ts';
import type { Connections } from '#platform/server/database/connections.ts';
import { syncFolder } from '#platform/server/durable.ts';
import { openDatabase, type GlobalDb } from '#platform/server/database/database.ts';
import { readKeyFile } from '#platform/server/secrets/keyFile.ts';
import { openSecrets, secretId } from '#platform/server/secrets/secrets.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { programVersion } from '#platform/server/version.ts';
import { closeAtEnd } from '../program/program.ts';
import { StartError } from '../program/startError.ts';
import { openFiles } from '../providers/providers.ts';
import { fileCopier } from './fileCopies.ts';
import { backupFormat, keyFileName, writeManifest, type Manifest } from './manifest.ts';
import { copySnapshot } from './snapshot.ts';

/** Makes the folder of a backup, which its owner alone may enter. @throws StartError where it holds anything already */
function makeNewFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length > 0)
      throw new StartError(`The folder ${folder} is not empty: name a new one for each backup.`);
    if (process.getuid && statSync(folder).uid !== process.getuid())
      throw new StartError(`The folder ${folder} belongs to another user: name a new one.`);
    chmodSync(folder, 0o700);
    mkdirSync(path.join(folder, 'rows'), { mode: 0o700 });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The folder ${folder} cannot be made (${(error as Error).message}): name another one.`,
      { cause: error },
    );
  }
}

/** The keys of the installation: a backup that nobody could open is worth nothing. */
async function keysOf(settings: Settings, db: GlobalDb): Promise<string[]> {
  const { secretKey, oldSecretKeys, dataDir } = settings;
  const keys = secretKey ? [secretKey, ...oldSecretKeys] : readKeyFile(dataDir);
  if (!keys)
    throw new StartError(
      `There is no key in ${dataDir}: set DATA_DIR or SECRET_KEY as for the server, whose key the backup has to hold.`,
    );
  const secrets = openSecrets(settings);
  const rows = await db.selectFrom('lastingKey').select('sealed').execute();
  if (rows.length > 0 && rows.every(({ sealed }) => secrets.open(lastingKeyPurpose, sealed) === null))
    throw new StartError(
      `The key of ${secretKey ? 'SECRET_KEY' : dataDir} does not open what this database holds: set ${secretKey ? 'SECRET_KEY' : 'DATA_DIR or SECRET_KEY'} as for the server.`,
    );
  return keys;
}

/** Puts the key file into the backup; a key of the environment is only named. */
function writeKey(folder: string, settings: Settings, keys: readonly string[]): Manifest['key'] {
  const ids = keys.map(secretId);
  if (settings.secretKey) return { kind: 'environment', ids };
  const text = `${keys.join('\n')}\n`;
  writeFileSync(path.join(folder, keyFileName), text, { mode: 0o600, flag: 'wx', flush: true });
  return { kind: 'file', ids, sha256: createHash('sha256').update(text).digest('hex') };
}

/**
 * Writes rows, files and key of an installation into a new folder, while the portal goes on.
 * @param options.skipsMissing goes on where the store names files whose bytes it has not got
 */
export async function writeBackup(
  folder: string,
  settings: Settings,
  connections: Connections,
  options: { skipsMissing?: boolean; now: Date },
): Promise<Manifest> {
  const database = openDatabase(connections.app, 2);
  closeAtEnd(database.close);
  const keys = await keysOf(settings, database.global);
  makeNewFolder(folder);
  const copier = fileCopier(openFiles({ settings, database, now: () => new Date() }), folder);
  // a file that is removed while the backup runs is in it all the same
  await copier.copy();
  const snapshot = await copySnapshot(connections.owner, folder);
  await copier.copy();
  const missing = copier.missing();
  if (missing.length > 0 && !options.skipsMissing)
    throw new StartError(
      `The store could not give ${missing.length} file(s), the first is ${missing[0]}: run the backup with DATA_DIR or S3_BUCKET as for the server, or add --skip-missing to do without them.`,
    );
  const files = await copier.finish();
  const key = writeKey(folder, settings, keys);
  for (const made of [path.join(folder, 'rows'), folder, path.dirname(path.resolve(folder))])
    syncFolder(made);
  const manifest: Manifest = {
    format: backupFormat,
    program: programVersion,
    madeAt: options.now.toISOString(),
    ...snapshot,
    files,
    key,
  };
  writeManifest(folder, manifest);
  return manifest;
}
