import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '#platform/server/durable.ts';
import { FilesError, type Files, type StoredFile } from '#providers/files/port.ts';
import { fileEntry, type FileEntry, type Manifest } from './manifest.ts';
import { hashFile, hashing, newFile } from './streams.ts';

const listName = 'files.jsonl.gz';

/** Where the bytes of a file are in a backup; equal ones are kept once. */
export const bytesFile = (folder: string, sha256: string): string =>
  path.join(folder, 'files', sha256.slice(0, 2), sha256);

async function* everyFile(files: Files): AsyncGenerator<Omit<StoredFile, 'type'>> {
  for (let after = ''; ;) {
    const page = await files.list('', { after });
    yield* page;
    if (page.length === 0) return;
    after = page.at(-1)!.key;
  }
}

/** Copies files of a store into a backup. It is asked twice, before and after the snapshot of the rows, and goes on where it was. */
export function fileCopier(files: Files, folder: string) {
  const copied = new Map<string, FileEntry & { modifiedAt: number }>();
  const missing = new Set<string>();

  /** Null where the file was removed since it was listed. */
  async function copyOne(key: string): Promise<(FileEntry & { modifiedAt: number }) | null> {
    const found = await files.open(key);
    if (!found) return null;
    const draft = path.join(folder, 'files', 'draft');
    const hashed = hashing();
    await pipeline(found.bytes, hashed.stream, newFile(draft));
    const sha256 = hashed.sha256();
    const place = bytesFile(folder, sha256);
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    if (existsSync(place)) await rm(draft);
    else await rename(draft, place);
    syncFolder(path.dirname(place));
    return { key, type: found.type, size: hashed.bytes(), sha256, modifiedAt: found.modifiedAt.getTime() };
  }

  return {
    /** Copies what is new or has changed since the last call. */
    copy: async (): Promise<void> => {
      await mkdir(path.join(folder, 'files'), { recursive: true, mode: 0o700 });
      for await (const { key, size, modifiedAt } of everyFile(files)) {
        const before = copied.get(key);
        if (before && before.size === size && before.modifiedAt === modifiedAt.getTime()) continue;
        try {
          const entry = await copyOne(key);
          missing.delete(key);
          if (entry) copied.set(key, entry);
        } catch (error) {
          if (!(error instanceof FilesError)) throw error;
          missing.add(key);
        }
      }
    },
    /** Keys whose bytes the store could not give. */
    missing: (): string[] => [...missing],
    /** Writes the list of what was copied. */
    finish: async (): Promise<Manifest['files']> => {
      const entries = [...copied.values()];
      const lines = entries.map(
        ({ key, type, size, sha256 }) =>
          `${JSON.stringify({ key, type, size, sha256 } satisfies FileEntry)}\n`,
      );
      const hashed = hashing();
      await pipeline(Readable.from(lines), createGzip(), hashed.stream, newFile(path.join(folder, listName)));
      syncFolder(path.join(folder, 'files'));
      return {
        file: listName,
        sha256: hashed.sha256(),
        count: entries.length,
        bytes: entries.reduce((sum, { size }) => sum + size, 0),
        missing: missing.size,
      };
    },
  };
}

/** The files of a backup, one after the other. */
export async function* filesIn(folder: string, { file }: Manifest['files']): AsyncGenerator<FileEntry> {
  const text = createReadStream(path.join(folder, file)).pipe(createGunzip());
  for await (const line of createInterface({ input: text, crlfDelay: Infinity }))
    if (line) yield fileEntry.parse(JSON.parse(line));
}

/** Puts every file of a backup back, and reads each again. @returns keys that did not come back as they were */
export async function putBackFiles(files: Files, folder: string, manifest: Manifest): Promise<string[]> {
  const wrong: string[] = [];
  for await (const { key, type, sha256 } of filesIn(folder, manifest.files)) {
    await files.put(key, createReadStream(bytesFile(folder, sha256)), type);
    const back = await files.open(key);
    const hashed = hashing();
    if (back) await pipeline(back.bytes, hashed.stream.resume());
    if (hashed.sha256() !== sha256) wrong.push(key);
  }
  return wrong;
}

/** @returns the first file of a backup whose bytes are missing or not as they were written */
export async function damagedFile(folder: string, manifest: Manifest): Promise<string | null> {
  const checked = new Set<string>();
  let count = 0;
  for await (const { sha256 } of filesIn(folder, manifest.files)) {
    count++;
    if (checked.has(sha256)) continue;
    const place = bytesFile(folder, sha256);
    if (!existsSync(place) || (await hashFile(place)) !== sha256) return path.relative(folder, place);
    checked.add(sha256);
  }
  return count === manifest.files.count ? null : manifest.files.file;
}
