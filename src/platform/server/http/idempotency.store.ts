import { sql } from 'kysely';
import type { OrgDb } from '../database/database.ts';
import { hasEnded } from '../process/livingPrograms.ts';

/** A key that a caller gave to one call. */
export type Place = { orgId: string; caller: string; call: string; key: string };

/** One request that has, or had, a key in hand. */
export type Claim = Place & { claim: string };

const at = ({ orgId, caller, call, key }: Place) =>
  sql`org_id = ${orgId} and caller = ${caller} and call = ${call} and key = ${key}`;
const claimedAt = (mine: Claim) => sql`${at(mine)} and claim = ${mine.claim}`;

/** No request is at work on a key: its lease ran out, or its program has ended. */
const isLost = (now: Date) =>
  sql<boolean>`(k.held_until <= ${now} or (k.program is not null and ${hasEnded(sql`k.program`)}))`;

/**
 * Takes a key into hand: one that is new or older than `before`, or one whose request ended before it had done anything.
 * @returns false where another request has it, or it was answered
 */
export async function claimKey(
  db: OrgDb,
  mine: Claim,
  {
    fingerprint,
    now,
    before,
    heldUntil,
    program,
  }: { fingerprint: string; now: Date; before: Date; heldUntil: Date; program: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as k (org_id, caller, call, key, claim, program, fingerprint, begun_at, held_until)
    values (${mine.orgId}, ${mine.caller}, ${mine.call}, ${mine.key}, ${mine.claim}, ${program}, ${fingerprint}, ${now}, ${heldUntil})
    on conflict (org_id, caller, call, key) do update
      set claim = excluded.claim, program = excluded.program, fingerprint = excluded.fingerprint, begun_at = excluded.begun_at, held_until = excluded.held_until, effects = 0,
        answered_at = null, sealed_answer = null
      where k.begun_at <= ${before}
        or (k.answered_at is null and k.effects = 0 and k.fingerprint = excluded.fingerprint and ${isLost(now)})
    returning true`.execute(db);
  return rows.length > 0;
}

export type KeyRow = {
  fingerprint: string;
  answeredAt: Date | null;
  sealedAnswer: string | null;
  lost: boolean;
};

export async function selectKey(db: OrgDb, place: Place, now: Date): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select fingerprint, answered_at, sealed_answer, ${isLost(now)} as lost from idempotency_key k where ${at(place)}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Notes, in a transaction that is about to commit, that it changed something; one that changed nothing has no number yet.
 * @returns false where it changed something and the key is in other hands by now
 */
export async function noteEffect(db: OrgDb, mine: Claim): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    with noted as (
      update idempotency_key set effects = effects + 1 where ${claimedAt(mine)} and pg_current_xact_id_if_assigned() is not null
      returning true
    )
    select exists (select from noted) or pg_current_xact_id_if_assigned() is null as mine`.execute(db);
  return rows[0]!.mine;
}

export const holdKey = async (db: OrgDb, mine: Claim, heldUntil: Date): Promise<void> =>
  void (await sql`update idempotency_key set held_until = ${heldUntil} where ${claimedAt(mine)} and answered_at is null`.execute(
    db,
  ));

/** @param sealedAnswer null for one that is too long to be given again */
export const saveAnswer = async (
  db: OrgDb,
  mine: Claim,
  sealedAnswer: string | null,
  now: Date,
): Promise<void> =>
  void (await sql`update idempotency_key set answered_at = ${now}, sealed_answer = ${sealedAnswer} where ${claimedAt(mine)}`.execute(
    db,
  ));

/** Lets go of a key: free again where nothing was done, else of unknown outcome. */
export async function releaseKey(db: OrgDb, mine: Claim, now: Date): Promise<void> {
  await sql`delete from idempotency_key where ${claimedAt(mine)} and answered_at is null and effects = 0`.execute(
    db,
  );
  await sql`update idempotency_key set held_until = ${now} where ${claimedAt(mine)} and answered_at is null`.execute(
    db,
  );
}
