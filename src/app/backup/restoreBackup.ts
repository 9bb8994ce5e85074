import { migrateAll, type Connections } from '#platform/server/database/connections.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { putKeyFile } from '#platform/server/secrets/keyFile.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { jobSpecs } from '../program/jobs.ts';
import { closeAtEnd } from '../program/program.ts';
import { StartError } from '../program/startError.ts';
import { openFiles } from '../providers/providers.ts';
import { keysFor, migrationsOf, readWholeBackup } from './checkBackup.ts';
import { putBackFiles } from './fileCopies.ts';
import type { Manifest } from './manifest.ts';
import { inspectTarget, rebuild } from './rebuild.ts';
import { restoreJobs } from './queueRows.ts';

export type Restored = { manifest: Manifest; jobs: number; applied: string[] };

/**
 * Makes an installation as it was when a backup was written. Every check comes before the first change, and the rows
 * replace what was there in one transaction.
 * @param mayReplace asked where the database holds organizations
 */
export async function restoreBackup(
  folder: string,
  settings: Settings,
  connections: Connections,
  mayReplace: (target: { database: string; organizations: number }) => Promise<boolean>,
): Promise<Restored> {
  const manifest = await readWholeBackup(folder);
  const migrations = migrationsOf(manifest);
  const keys = keysFor(folder, manifest, settings);
  const target = await inspectTarget(connections.owner);
  if (target.organizations > 0 && !(await mayReplace(target)))
    throw new StartError(
      `The database ${target.database} holds ${target.organizations} organization(s), which this would delete: restore into an empty one, or add --replace --confirm ${target.database}.`,
    );
  await rebuild(connections.owner, folder, manifest, migrations, () => {
    if (keys) putKeyFile(settings.dataDir, keys);
  });
  const applied = await migrateAll(connections.owner, jobSpecs);
  const jobs = await restoreJobs(connections.owner, folder, manifest);
  const database = openDatabase(connections.app, 2);
  closeAtEnd(database.close);
  const wrong = await putBackFiles(
    openFiles({ settings, database, now: () => new Date() }),
    folder,
    manifest,
  );
  if (wrong.length > 0)
    throw new StartError(
      `The rows are back, but ${wrong.length} file(s) could not be read again from the store, the first is ${wrong[0]}: repair the store and restore again with --replace.`,
    );
  return { manifest, jobs, applied };
}
