import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from './database.ts';

/** A key that a caller gave to one call. */
export type Place = { orgId: string; caller: string; call: string; key: string };

const at = ({ caller, call, key }: Place) => sql`caller = ${caller} and call = ${call} and key = ${key}`;

/**
 * Takes a key into hand: one that is new or older than `before`, or one whose request ended before it had done anything.
 * @returns false where somebody else has it, or it was answered
 */
export async function claimKey(
  db: OrgDb,
  place: Place,
  { fingerprint, now, before, heldUntil }: { fingerprint: string; now: Date; before: Date; heldUntil: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as k (org_id, caller, call, key, fingerprint, begun_at, held_until)
    values (${place.orgId}, ${place.caller}, ${place.call}, ${place.key}, ${fingerprint}, ${now}, ${heldUntil})
    on conflict (org_id, caller, call, key) do update
      set fingerprint = excluded.fingerprint, begun_at = excluded.begun_at, held_until = excluded.held_until, effects = 0,
        answered_at = null, sealed_answer = null
      where k.begun_at <= ${before}
        or (k.answered_at is null and k.effects = 0 and k.held_until <= ${now} and k.fingerprint = excluded.fingerprint)
    returning true`.execute(db);
  return rows.length > 0;
}

export type KeyRow = { fingerprint: string; held_until: Date; answered_at: Date | null; sealed_answer: string | null };

export async function selectKey(db: OrgDb, place: Place): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select fingerprint, held_until, answered_at, sealed_answer from idempotency_key where ${at(place)}`.execute(db);
  return rows[0];
}

/** Notes, in a transaction that is about to commit, that it changed something; one that changed nothing has no number yet. */
export const noteEffect = async (db: OrgDb, place: Place): Promise<void> =>
  void (await sql`update idempotency_key set effects = effects + 1 where ${at(place)} and pg_current_xact_id_if_assigned() is not null`.execute(
    db,
  ));

export const holdKey = async (db: OrgDb, place: Place, heldUntil: Date): Promise<void> =>
  void (await sql`update idempotency_key set held_until = ${heldUntil} where ${at(place)} and answered_at is null`.execute(db));

/** @param sealedAnswer null for one that is too long to be given again */
export const saveAnswer = async (db: OrgDb, place: Place, sealedAnswer: string | null, now: Date): Promise<void> =>
  void (await sql`update idempotency_key set answered_at = ${now}, sealed_answer = ${sealedAnswer} where ${at(place)}`.execute(db));

/** Lets go of a key: free again where nothing was done, else of unknown outcome. */
export async function releaseKey(db: OrgDb, place: Place, now: Date): Promise<void> {
  await sql`delete from idempotency_key where ${at(place)} and effects = 0`.execute(db);
  await sql`update idempotency_key set held_until = ${now} where ${at(place)}`.execute(db);
}

export async function selectOrganizationsWithOldKeys(db: GlobalDb, before: Date, atMost: number): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`select org_id from organizations_with_old_idempotency_keys(${before}, ${atMost})`.execute(
    db,
  );
  return rows.map((row) => row.org_id);
}

export const deleteOldKeys = async (db: OrgDb, before: Date): Promise<void> =>
  void (await sql`delete from idempotency_key where begun_at < ${before}`.execute(db));
