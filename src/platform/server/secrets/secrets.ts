import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readOrMakeKeyFile } from './keyFile.ts';

/** Purposes whose keys outlive a rotation, because people hold what follows from them; lastingKeys.ts keeps these sealed. */
export const lastingPurposes = [
  'domain ownership',
  'recovery-code',
  'invite-link',
  'training-play',
  'user-pool-name',
  'user-pool-imagined-id',
  'user-pool-imagined-verifier',
  'third-party-recipient',
] as const;
export type LastingPurpose = (typeof lastingPurposes)[number];

/** Keys derived from the secret of an installation, each bound to what it is for, and from the secrets before it. */
export type Secrets = {
  /** 32 bytes for one purpose; the same purpose gives the same key on every server. */
  key: (purpose: string) => Buffer;
  /** The same of every secret that still verifies, the current one first. */
  keys: (purpose: string) => Buffer[];
  /** A key that stays the same when the secret is rotated. */
  lasting: (purpose: LastingPurpose) => Buffer;
  /** How texts begin that the current secret sealed. */
  sealedPrefix: string;
  /** Authenticated encryption at rest (AES-256-GCM): `key id.base64url`. */
  seal: (purpose: string, clear: string) => string;
  /** The clear text, or null when none of the secrets sealed it for this purpose. */
  open: (purpose: string, sealed: string) => string | null;
};

const derive = (root: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, 'cyber-safety-portal', purpose, 32));

/** Tells one secret from another without giving it away; texts that it sealed begin with it. */
export const secretId = (root: string): string => derive(root, 'key-id').toString('base64url').slice(0, 8);

function decrypt(key: Buffer, bytes: Buffer): string | null {
  if (bytes.length < 28) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * The secrets of this installation: SECRET_KEY and, before it, SECRET_KEY_OLD; without them the lines of a key file that the
 * first start makes.
 */
export function openSecrets(settings: {
  secretKey: string | undefined;
  oldSecretKeys?: readonly string[];
  dataDir: string;
}): Secrets {
  const given = settings.secretKey
    ? [settings.secretKey, ...(settings.oldSecretKeys ?? [])]
    : readOrMakeKeyFile(settings.dataDir);
  const roots = [...new Set(given)].map((root) => ({ root, id: secretId(root) }));
  const [current] = roots;
  const key = (purpose: string) => derive(current!.root, purpose);
  return {
    key,
    keys: (purpose) => roots.map(({ root }) => derive(root, purpose)),
    // that of the oldest secret: what it vouched for before the first rotation stays good
    lasting: (purpose) => derive(roots.at(-1)!.root, purpose),
    sealedPrefix: `${current!.id}.`,
    seal: (purpose, clear) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(purpose), iv);
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      return `${current!.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (purpose, sealed) => {
      // texts from before keys had ids are tried with each
      const [, id, body] = /^(?:([\w-]{8})\.)?([\w-]*)$/.exec(sealed) ?? [];
      if (body === undefined) return null;
      const bytes = Buffer.from(body, 'base64url');
      for (const one of roots) {
        const clear = id === undefined || id === one.id ? decrypt(derive(one.root, purpose), bytes) : null;
        if (clear !== null) return clear;
      }
      return null;
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

/** True when a keyed hash was made by any of these keys. */
export const isCodeOf = (keys: readonly Buffer[], given: string, ...parts: string[]): boolean =>
  keys.some((key) => sameText(hashCode(key, ...parts), given));

/** Compares in time that does not depend on where the two differ. */
export const sameText = (a: string, b: string): boolean => {
  const [x, y] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(x, y);
};
