import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { open as openFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { syncFolder } from '#platform/server/durable.ts';
import { FilesError, requireFileKey, type Files, type StoredFile } from '../port.ts';
import * as store from './folder.store.ts';

export type FolderOptions = { db: GlobalDb; dataDir: string; now: () => Date };

/** Bytes that no row names are kept this long: somebody may be reading or about to name them. */
const orphanHours = 24;
const mostAtOnce = 1000;

const fileOf = ({ key, type, size, modifiedAt }: store.FileRow): StoredFile => ({
  key,
  type,
  size,
  modifiedAt,
});

/** Files in the data folder, with their names and types in the database. */
export function openFolder({ db, dataDir, now }: FolderOptions): Files {
  const root = path.join(dataDir, 'files');
  const placeOf = (place: string) => path.join(root, place.slice(0, 2), place);

  /** Writes bytes to a place of their own and returns how many; they are on the disk before a row names them. */
  async function write(place: string, bytes: Buffer | Readable): Promise<number> {
    const file = placeOf(place);
    // at once, so that a stream that breaks meanwhile has somebody who hears it
    const shelf = path.dirname(file);
    const made = mkdirSync(shelf, { recursive: true, mode: 0o700 });
    await pipeline(
      Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes,
      createWriteStream(file, { mode: 0o600, flags: 'wx' }),
    );
    const handle = await openFile(file, 'r+');
    await handle.sync().finally(() => handle.close());
    syncFolder(shelf);
    if (made) syncFolder(root);
    return (await stat(file)).size;
  }

  return {
    kind: 'folder',
    put: async (key, bytes, type) => {
      requireFileKey(key);
      const place = randomUUID();
      const forget = () => rm(placeOf(place), { force: true });
      const size = await write(place, bytes).catch(async (error: unknown) => {
        await forget();
        throw new FilesError('unavailable', 'The file could not be written.', { cause: error });
      });
      const row = { key, place, type, size, modifiedAt: now() };
      const before = await store.replaceFile(db, row).catch(async (error: unknown) => {
        await forget();
        throw error;
      });
      if (before) await rm(placeOf(before), { force: true });
      return fileOf(row);
    },
    open: async (key, range) => {
      const row = await store.selectFile(db, requireFileKey(key));
      if (!row) return null;
      const bytes = createReadStream(
        placeOf(row.place),
        range ? { start: range.first, end: range.last } : {},
      );
      try {
        await new Promise<void>((resolve, reject) =>
          bytes.once('open', () => resolve()).once('error', reject),
        );
      } catch (error) {
        throw new FilesError('unavailable', `The bytes of ${key} are not in the data folder.`, {
          cause: error,
        });
      }
      return { ...fileOf(row), bytes };
    },
    remove: async (key) => {
      const place = await store.deleteFile(db, requireFileKey(key));
      if (place) await rm(placeOf(place), { force: true });
    },
    list: async (prefix, { after = '', limit = mostAtOnce } = {}) =>
      (await store.selectFiles(db, prefix, after, Math.min(limit, mostAtOnce))).map(fileOf),
    sweep: () => sweepFolder(db, root, placeOf, now()),
  };
}

async function sweepFolder(
  db: GlobalDb,
  root: string,
  placeOf: (place: string) => string,
  now: Date,
): Promise<void> {
  const shelves = await readdir(root).catch((): string[] => []);
  for (const shelf of shelves) {
    const places = (await readdir(path.join(root, shelf))).filter((place) => /^[0-9a-f-]{36}$/.test(place));
    const named = new Set(await store.selectPlaces(db, places));
    for (const place of places.filter((one) => !named.has(one))) {
      const { mtimeMs } = await stat(placeOf(place)).catch(() => ({ mtimeMs: Infinity }));
      if (now.getTime() - mtimeMs > orphanHours * 3_600_000) await rm(placeOf(place), { force: true });
    }
  }
}
