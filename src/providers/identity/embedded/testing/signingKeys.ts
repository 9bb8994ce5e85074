import type { GlobalDb } from '#platform/server/database/database.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { makeKeyPair, signingKeyRow, type KeyPair } from '../tokens/signingKeys.ts';

// making RSA keys takes longer than most tests: each worker makes them once and seals them for each portal
let keyPairs: Promise<[KeyPair, KeyPair]> | undefined;

/** Gives a test's user pool its signing keys. */
export async function giveSigningKeys(db: GlobalDb, secrets: Secrets, now: Date): Promise<void> {
  const [id, access] = await (keyPairs ??= Promise.all([makeKeyPair(), makeKeyPair()]));
  const rows = await Promise.all([
    signingKeyRow(secrets, 'id', id, now),
    signingKeyRow(secrets, 'access', access, now),
  ]);
  const keys = db.insertInto('userPoolKey').values(rows);
  await keys.onConflict((conflict) => conflict.doNothing()).execute();
}
