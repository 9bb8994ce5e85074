import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { syncFolder } from '#platform/server/durable.ts';
import { StartError } from '../program/startError.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
/** A file of the backup; names are made by this program and stay inside its folder. */
const part = { file: z.string().regex(/^(rows\/)?[a-z0-9_.]{1,80}$/), sha256 };
const rows = z.object({
  ...part,
  columns: z.array(z.string()),
  rows: count,
  /** Sum over the SHA-256 of each row, which does not depend on their order. */
  content: sha256,
});

const contents = z.object({
  format: z.literal(1),
  /** Version of the program that wrote it. */
  program: z.string(),
  madeAt: z.iso.datetime(),
  server: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).min(1),
  tables: z.array(rows.extend({ name: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^\d{1,19}$/) })),
  jobs: rows,
  /** What is stored behind the files port: a list, and the bytes of each in `files/` under their SHA-256. */
  files: z.object({ ...part, count, bytes: count, missing: count }),
  key: z.object({
    /** The key file is part of the backup; SECRET_KEY is not, only what tells one from another. */
    kind: z.enum(['file', 'environment']),
    /** Ids of the keys that sealed what is stored, the current one first. */
    ids: z.array(z.string()).min(1),
    sha256: sha256.optional(),
  }),
});
export type Manifest = z.infer<typeof contents>;
export type RowsPart = z.infer<typeof rows>;

/** One line of the list of files. */
export const fileEntry = z.object({ key: z.string(), type: z.string(), size: count, sha256 });
export type FileEntry = z.infer<typeof fileEntry>;

export const backupFormat = 1;
export const keyFileName = 'secret.key';
const manifestName = 'manifest.json';

const checksum = (text: string) => createHash('sha256').update(text).digest('hex');

/** The last step of a backup: until the manifest has its name, the folder is no backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const file = path.join(folder, manifestName);
  const draft = `${file}.${randomUUID()}`;
  const whole = { ...manifest, checksum: checksum(JSON.stringify(manifest)) };
  writeFileSync(draft, `${JSON.stringify(whole, null, 1)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, file);
  syncFolder(folder);
}

/** @throws StartError where the folder holds no whole backup that this version can read */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(path.join(folder, manifestName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartError(
      `${folder} holds no complete backup, because ${manifestName} is missing: choose another folder.`,
      {
        cause: error,
      },
    );
  }
  const damaged = (cause?: unknown) =>
    new StartError(
      `The backup in ${folder} is damaged (${manifestName}): restore another one. Nothing was changed.`,
      { cause },
    );
  let found: { format?: unknown; checksum?: unknown };
  try {
    found = JSON.parse(text) as typeof found;
  } catch (error) {
    throw damaged(error);
  }
  if (typeof found.format === 'number' && found.format > backupFormat)
    throw new StartError(
      `The backup in ${folder} was written by a newer version: restore it with that version.`,
    );
  const { checksum: sum, ...rest } = found;
  const read = contents.safeParse(rest);
  if (!read.success || sum !== checksum(JSON.stringify(rest))) throw damaged(read.error);
  return read.data;
}
