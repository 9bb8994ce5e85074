import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { ConnectionParts, GlobalDb } from '#platform/server/database/database.ts';
import { syncFolder } from '#platform/server/durable.ts';

const shape = /^[0-9a-f-]{36}$/;

/** The mark of a folder of files, which gets one the first time it is asked for. */
function markOf(dataDir: string): string {
  const root = path.join(dataDir, 'files');
  const file = path.join(root, 'folder.id');
  const read = () => {
    try {
      const text = readFileSync(file, 'utf8').trim();
      return shape.test(text) ? text : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  const known = read();
  if (known) return known;
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${randomUUID()}\n`, { mode: 0o600, flush: true });
  try {
    // two programs that start together agree on one mark
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(root);
  return read()!;
}

/**
 * Whether the data folder is the one in which this installation keeps its files; the first program that asks names its own.
 * A file that one program wrote into another folder could not be read by the rest.
 */
export async function isFolderOfInstallation(db: GlobalDb, dataDir: string): Promise<boolean> {
  const id = markOf(dataDir);
  await db
    .insertInto('fileFolder')
    .values({ id })
    .onConflict((conflict) => conflict.column('onlyOne').doNothing())
    .execute();
  const row = await db.selectFrom('fileFolder').select('id').executeTakeFirst();
  return row?.id === id;
}

/** Lets the next program that asks name its folder; for an installation whose folder was lost or moved. */
export async function forgetFolder(owner: ConnectionParts): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query('delete from file_folder').finally(() => client.end());
}
