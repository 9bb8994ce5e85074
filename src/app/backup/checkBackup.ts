import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listMigrations, type Migration } from '#platform/server/database/migrations.ts';
import { secretId } from '#platform/server/secrets/secrets.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { StartError } from '../program/startError.ts';
import { damagedFile } from './fileCopies.ts';
import { keyFileName, readManifest, type Manifest } from './manifest.ts';
import { hashFile } from './streams.ts';

/** The first part of a backup that is not as it was written; null where all are. */
async function damagedPart(folder: string, manifest: Manifest): Promise<string | null> {
  const parts = [
    ...manifest.tables,
    manifest.jobs,
    manifest.files,
    ...(manifest.key.sha256 ? [{ file: keyFileName, sha256: manifest.key.sha256 }] : []),
  ];
  for (const { file, sha256 } of parts) {
    const found = await hashFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found !== sha256) return file;
  }
  return damagedFile(folder, manifest);
}

/** Reads all of a backup. @throws StartError where a single byte is missing or another */
export async function readWholeBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  const damaged = await damagedPart(folder, manifest);
  if (damaged)
    throw new StartError(
      `The backup in ${folder} is damaged (${damaged}): restore another one. Nothing was changed.`,
    );
  return manifest;
}

/** The migrations that the rows of a backup fit. @throws StartError where this version is older than the backup */
export function migrationsOf(manifest: Manifest): Migration[] {
  const known = listMigrations();
  const those = manifest.migrations.map(({ name, hash }) =>
    known.find((one) => one.name === name && one.hash === hash),
  );
  const missing = those.findIndex((one) => !one);
  if (missing !== -1)
    throw new StartError(
      `This backup was written by version ${manifest.program}, whose migration ${manifest.migrations[missing]!.name} this version does not know: restore it with that version or a newer one.`,
    );
  return those as Migration[];
}

/**
 * The keys that the key file has to hold after a restore; null where SECRET_KEY is set.
 * @throws StartError where what is stored could not be opened afterwards
 */
export function keysFor(folder: string, { key }: Manifest, settings: Settings): string[] | null {
  const { secretKey, oldSecretKeys } = settings;
  if (!secretKey && key.kind === 'environment')
    throw new StartError(
      'This backup belongs to an installation with a SECRET_KEY of its own: set SECRET_KEY to that key, and restore again.',
    );
  if (!secretKey) return readFileSync(path.join(folder, keyFileName), 'utf8').trim().split(/\s+/);
  if (![secretKey, ...oldSecretKeys].map(secretId).includes(key.ids[0]!))
    throw new StartError(
      key.kind === 'environment'
        ? 'SECRET_KEY is not the key of this backup: set SECRET_KEY to the key that its installation had, or name that one in SECRET_KEY_OLD.'
        : `SECRET_KEY is not the key of this backup: leave SECRET_KEY empty, or set it to the first line of ${keyFileName} in the backup.`,
    );
  return null;
}
