import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { GlobalDb } from '#platform/server/database/database.ts';
import type { Logger } from '#platform/server/log/log.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { insertSigningKey, replaceSigningKey, selectSigningKey, type TokenUse } from './signingKeys.store.ts';

export type { TokenUse };
type SigningKey = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey; publicJwk: JWK };
export type SigningKeys = {
  key: (use: TokenUse) => Promise<SigningKey>;
  jwks: () => Promise<{ keys: JWK[] }>;
};

export const signingKeyPurpose = 'user-pool-signing-key';

export type KeyPair = { publicJwk: JWK; privateJwk: JWK };

export async function makeKeyPair(): Promise<KeyPair> {
  const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return {
    publicJwk: { ...(await exportJWK(pair.publicKey)), alg: 'RS256', use: 'sig' },
    privateJwk: await exportJWK(pair.privateKey),
  };
}

/** A key of the pool as its row keeps it. */
export const signingKeyRow = async (
  secrets: Secrets,
  use: TokenUse,
  { publicJwk, privateJwk }: KeyPair,
  now: Date,
) => ({
  tokenUse: use,
  kid: await calculateJwkThumbprint(publicJwk),
  publicJwk: JSON.stringify(publicJwk),
  sealedPrivateKey: secrets.seal(signingKeyPurpose, JSON.stringify(privateJwk)),
  createdAt: now,
});

async function loadOrMake(
  db: GlobalDb,
  secrets: Secrets,
  use: TokenUse,
  now: () => Date,
  log: Logger,
): Promise<SigningKey> {
  for (let tries = 0; tries < 3; tries++) {
    const row = await selectSigningKey(db, use);
    const opened = row ? secrets.open(signingKeyPurpose, row.sealedPrivateKey) : null;
    if (row && opened !== null) {
      const publicJwk = { ...(row.publicJwk as JWK), kid: row.kid };
      return {
        kid: row.kid,
        publicJwk,
        privateKey: (await importJWK(JSON.parse(opened) as JWK, 'RS256')) as CryptoKey,
        publicKey: (await importJWK(publicJwk, 'RS256')) as CryptoKey,
      };
    }
    if (row)
      log.warn(
        { use },
        'The signing key of the user pool was sealed with another secret and is replaced; everybody signs in anew.',
      );
    const made = await signingKeyRow(secrets, use, await makeKeyPair(), now());
    // of two servers that start together one wins; both then read the winner's key
    await (row ? replaceSigningKey(db, made, row.kid) : insertSigningKey(db, made));
  }
  throw new Error(
    `The user pool has no usable ${use} signing key: servers of one database must share one SECRET_KEY.`,
  );
}

/** The two RSA keys of the pool, made at first use and shared by all servers of one database; private parts rest sealed. */
export function openSigningKeys(db: GlobalDb, secrets: Secrets, now: () => Date, log: Logger): SigningKeys {
  const loaded = new Map<TokenUse, Promise<SigningKey>>();
  const key = (use: TokenUse): Promise<SigningKey> => {
    const known = loaded.get(use);
    if (known) return known;
    const loading = loadOrMake(db, secrets, use, now, log);
    loaded.set(use, loading);
    loading.catch(() => loaded.delete(use));
    return loading;
  };
  return {
    key,
    jwks: async () => ({ keys: [(await key('id')).publicJwk, (await key('access')).publicJwk] }),
  };
}
