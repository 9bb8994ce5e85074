import type { GlobalDb } from '#platform/server/database/database.ts';
import { hashToken, randomToken } from '#platform/server/secrets/secrets.ts';
import { seconds, type Pool } from '../pool.ts';
import { refusals } from '../poolError.ts';

export type ChallengeName = 'PASSWORD_VERIFIER' | 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';

const lifeSeconds = 180;
export const challengePurpose = 'user-pool-challenge';

/** Begins a challenge of one person (null: a name without an account); the answer is its Session. */
export async function putChallenge(
  db: GlobalDb,
  pool: Pool,
  challenge: ChallengeName,
  cognitoId: string | null,
  state: object,
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('userPoolChallenge')
    .values({
      tokenHash: hashToken(token),
      challenge,
      cognitoId,
      sealedState: pool.secrets.seal(challengePurpose, JSON.stringify(state)),
      expiresAt: seconds(pool.now(), lifeSeconds),
    })
    .execute();
  return token;
}

type Begun<State> = { cognitoId: string | null; state: State; tokenHash: string };

/** What a living Session began with; it stays in use. Throws NotAuthorizedException saying why not. */
export async function readChallenge<State extends object>(
  db: GlobalDb,
  pool: Pool,
  challenge: ChallengeName,
  token: string,
  belongsTo: (cognitoId: string | null) => boolean = () => true,
): Promise<Begun<State>> {
  const now = pool.now();
  const found = await db
    .selectFrom('userPoolChallenge')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('challenge', '=', challenge)
    .executeTakeFirst();
  if (!found || !belongsTo(found.cognitoId)) throw refusals.session('invalid');
  if (found.usedAt) throw refusals.session('used');
  if (found.expiresAt <= now) throw refusals.session('expired');
  const opened = pool.secrets.open(challengePurpose, found.sealedState);
  if (opened === null) throw refusals.session('invalid');
  return { cognitoId: found.cognitoId, state: JSON.parse(opened) as State, tokenHash: found.tokenHash };
}

/** Uses a Session up. Throws NotAuthorizedException when it was. */
export async function useChallenge(db: GlobalDb, tokenHash: string, now: Date): Promise<void> {
  // of two answers at once, one wins
  const { numUpdatedRows } = await db
    .updateTable('userPoolChallenge')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw refusals.session('used');
}

/** Uses a Session up, once, and gives what it began with. Throws NotAuthorizedException saying why not. */
export async function takeChallenge<State extends object>(
  db: GlobalDb,
  pool: Pool,
  challenge: ChallengeName,
  token: string,
  belongsTo?: (cognitoId: string | null) => boolean,
): Promise<Begun<State>> {
  const begun = await readChallenge<State>(db, pool, challenge, token, belongsTo);
  await useChallenge(db, begun.tokenHash, pool.now());
  return begun;
}
