import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../durable.ts';
import { SettingsError } from '../settings/settings.ts';

const fileIn = (dataDir: string): string => path.join(dataDir, 'secret.key');
const newKey = (): string => randomBytes(48).toString('base64url');

/** The keys of a file, one a line, the current one first. A key that anybody could guess would open every session and code. */
function read(file: string): string[] {
  const keys = readFileSync(file, 'utf8').trim().split(/\s+/);
  if (keys.some((key) => key.length < 32))
    throw new SettingsError(
      `The key file ${file} is damaged: put it back from a backup, or remove it and have everybody sign in anew.`,
    );
  return keys;
}

/** Writes a file beside its place, whole on disk, and hands it on. */
function place(file: string, text: string, put: (draft: string) => void): void {
  const draft = `${file}.${process.pid}`;
  // of a start that was killed; in a container the next one has the same number
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
    put(draft);
    syncFolder(path.dirname(file));
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

/** The keys of the data folder, the current one first; null where no start has made any. */
export function readKeyFile(dataDir: string): string[] | null {
  try {
    return read(fileIn(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Makes these the keys of the data folder; other ones that were there stay beside them, under a name that nothing reads. */
export function putKeyFile(dataDir: string, keys: readonly string[]): void {
  const file = fileIn(dataDir);
  const before = readKeyFile(dataDir);
  if (before?.join() === keys.join()) return;
  if (before) renameSync(file, `${file}.replaced-${Date.now()}`);
  place(file, `${keys.join('\n')}\n`, (draft) => renameSync(draft, file));
}

/** The keys of the data folder, the current one first; the first start makes one. */
export function readOrMakeKeyFile(dataDir: string): string[] {
  const file = fileIn(dataDir);
  const known = readKeyFile(dataDir);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  place(file, newKey(), (draft) => {
    try {
      // two programs that start together agree on one key
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
  return read(file);
}

/** Puts a new key before those of the file, which still open and verify. Programs read it at their next start. */
export function addKeyToFile(dataDir: string): void {
  const keys = [newKey(), ...readOrMakeKeyFile(dataDir)];
  place(fileIn(dataDir), `${keys.join('\n')}\n`, (draft) => renameSync(draft, fileIn(dataDir)));
}
