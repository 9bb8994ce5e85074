import type { GlobalDb } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { lastingPurposes, type LastingPurpose, type Secrets } from './secrets.ts';

export const lastingKeyPurpose = 'lasting-key';

/**
 * The secrets with those keys that a rotation leaves as they are. The first start keeps each sealed, as the oldest secret
 * gives it; from then on the row counts.
 */
export async function withLastingKeys(db: GlobalDb, secrets: Secrets, log: Logger): Promise<Secrets> {
  const fresh = lastingPurposes.map((purpose) => ({
    purpose,
    sealed: secrets.seal(lastingKeyPurpose, secrets.lasting(purpose).toString('base64url')),
  }));
  await db
    .insertInto('lastingKey')
    .values(fresh)
    .onConflict((c) => c.doNothing())
    .execute();
  const rows = await db.selectFrom('lastingKey').selectAll().execute();
  const kept = new Map<string, Buffer>();
  for (const { purpose, sealed } of rows) {
    const opened = secrets.open(lastingKeyPurpose, sealed);
    if (opened !== null) kept.set(purpose, Buffer.from(opened, 'base64url'));
    // the row stays: the key that opens it may come back
    else
      log.error(
        { purpose },
        'a lasting key was sealed with a secret that is missing: name the earlier SECRET_KEY in SECRET_KEY_OLD',
      );
  }
  return { ...secrets, lasting: (purpose: LastingPurpose) => kept.get(purpose) ?? secrets.lasting(purpose) };
}
