import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { SettingsError, type Settings } from './settings.ts';

/** Keys derived from the one secret of an installation, each bound to what it is for. */
export type Secrets = {
  /** 32 bytes for one purpose; the same purpose gives the same key on every server. */
  key: (purpose: string) => Buffer;
  /** Authenticated encryption at rest (AES-256-GCM), as base64url text. */
  seal: (purpose: string, clear: string) => string;
  /** The clear text, or null when it was not sealed by this installation for this purpose. */
  open: (purpose: string, sealed: string) => string | null;
};

/** A key that anybody could guess would open every session and code. */
const readKeyFile = (file: string): string => {
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new SettingsError(`The key file ${file} is damaged: put it back from a backup, or remove it and have everybody sign in anew.`);
  return key;
};

const readOrMakeKeyFile = (dataDir: string): string => {
  const file = path.join(dataDir, 'secret.key');
  try {
    return readKeyFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  // Written beside and linked into place: two programs that start together agree on one key, whole on disk.
  const draft = `${file}.${process.pid}`;
  // of a start that was killed; in a container the next one has the same number
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, randomBytes(48).toString('base64url'));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeyFile(file);
};

/** The secrets of this installation, from SECRET_KEY or from a key file made at the first start. */
export function openSecrets(settings: Pick<Settings, 'secretKey' | 'dataDir'>): Secrets {
  const root = settings.secretKey ?? readOrMakeKeyFile(settings.dataDir);
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', root, 'cyber-safety-portal', purpose, 32));
  return {
    key,
    seal: (purpose, clear) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(purpose), iv);
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < 28) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** A secret for a link, cookie or code: 256 bits, safe in an address. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a random token, so that a copy of the database opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Keyed hash for short codes, which plain hashing would not protect. */
export const hashCode = (key: Buffer, ...parts: string[]): string =>
  createHmac('sha256', key).update(parts.join('\u0000')).digest('base64url');

/** Compares in time that does not depend on where the two differ. */
export const sameText = (a: string, b: string): boolean => {
  const [x, y] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(x, y);
};
