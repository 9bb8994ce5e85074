import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrgCtx } from '../ctx.ts';
import { isDatabaseAway } from '../database/database.ts';
import {
  claimKey,
  holdKey,
  noteEffect,
  releaseKey,
  saveAnswer,
  selectKey,
  type Claim,
  type Place,
} from './idempotency.store.ts';
import { Refusal } from '../refusal.ts';

/** After this time a key is new again. */
export const idempotencyHours = 24;
const keptMs = idempotencyHours * 3_600_000;
/** A request that has not renewed its lease for so long is lost. */
const leaseMs = 60_000;
const renewMs = 20_000;
const longestAnswer = 65_536;
/** From this status on a refusal is for now, and the same call may do better later. */
const passing = 429;
const sealPurpose = 'idempotency-answer';

/** A key as the header brings it; the draft standard puts it in quotes. @returns null for one that cannot be a key */
export function readKey(header: string): string | null {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  return /^[\x20-\x7e]{1,255}$/.test(key) ? key : null;
}

/** The same text for the same values, whatever the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

type Kept = { text: string } | { refusal: string; detail: Record<string, unknown> | undefined };

export type Asked = {
  call: string;
  key: string;
  /** What the call was given, after its schema. */
  body: unknown;
  /** Codes of refusals that belong to the outcome and are given again as well. */
  refusals: Record<string, number>;
};

/** The answer that a key was given before. Refuses where there is none. */
async function answerAgain(
  ctx: OrgCtx,
  place: Place,
  fingerprint: string,
  whenReplayed: () => void,
): Promise<string> {
  const row = await ctx.inOrg((db) => selectKey(db, place, ctx.now()));
  if (row && row.fingerprint !== fingerprint) throw new Refusal('idempotency-key-reused');
  if (!row || (row.answeredAt === null && !row.lost))
    throw new Refusal('idempotency-key-in-use', { retryAfterSeconds: 1 });
  const text = row.sealedAnswer === null ? null : ctx.secrets.open(sealPurpose, row.sealedAnswer);
  if (text === null) throw new Refusal('idempotency-outcome-unknown');
  const kept = JSON.parse(text) as Kept;
  whenReplayed();
  if ('refusal' in kept) throw new Refusal(kept.refusal, kept.detail);
  return kept.text;
}

/** Lets go of a key as soon as the database can be reached; after the lease nobody waits for it any more. */
async function release(ctx: OrgCtx, mine: Claim): Promise<void> {
  for (let waitMs = 100; ; waitMs *= 2)
    try {
      return await ctx.inOrg((db) => releaseKey(db, mine, ctx.now()));
    } catch (fault) {
      if (!isDatabaseAway(fault) || waitMs > leaseMs) return ctx.log.warn({ err: fault }, 'idempotency key');
      await pause(waitMs, undefined, { ref: false });
    }
}

/**
 * Does the work of a call once for each key: the same call sent again gets the first answer for a day. What was refused before
 * the work began, and faults that changed nothing, leave the key free.
 * @param work does it in the context that it is given, and returns the answer
 * @param whenReplayed called when the answer is an earlier one
 * @throws Refusal `idempotency-key-reused`, `idempotency-key-in-use`, `idempotency-outcome-unknown`, and what `work` throws
 */
export async function once(
  ctx: OrgCtx,
  { call, key, body, refusals }: Asked,
  work: (ctx: OrgCtx) => Promise<string>,
  whenReplayed: () => void,
): Promise<string> {
  const { cognitoId, supportStaff } = ctx.session;
  const place: Place = {
    orgId: ctx.orgId,
    caller: supportStaff === null ? cognitoId : `${cognitoId} by ${supportStaff}`,
    call,
    key,
  };
  const fingerprint = createHash('sha256').update(canonical(body)).digest('base64url');
  const now = ctx.now();
  const lease = () => new Date(ctx.now().getTime() + leaseMs);
  const before = new Date(now.getTime() - keptMs);
  const mine: Claim = { ...place, claim: randomUUID() };
  const claiming = ctx.inOrg((db) =>
    claimKey(db, mine, { fingerprint, now, before, heldUntil: lease(), program: ctx.aliveAs() }),
  );
  // it may have been committed although the answer was lost on its way
  claiming.catch(() => release(ctx, mine));
  if (!(await claiming)) return answerAgain(ctx, place, fingerprint, whenReplayed);
  const renewal = setInterval(() => {
    ctx
      .inOrg((db) => holdKey(db, mine, lease()))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'idempotency key'));
  }, renewMs);
  const keep = (kept: Kept) => {
    const text = JSON.stringify(kept);
    const sealed = text.length > longestAnswer ? null : ctx.secrets.seal(sealPurpose, text);
    return ctx.inOrg((db) => saveAnswer(db, mine, sealed, ctx.now()));
  };
  try {
    const text = await work({
      ...ctx,
      inOrg: (change) =>
        ctx.inOrg(async (db) => {
          const result = await change(db);
          if (!(await noteEffect(db, mine)))
            throw new Refusal('idempotency-key-in-use', { retryAfterSeconds: 1 });
          return result;
        }),
    });
    await keep({ text });
    return text;
  } catch (error) {
    if (error instanceof Refusal && (refusals[error.code] ?? passing) < passing)
      await keep({ refusal: error.code, detail: error.detail });
    else {
      const releasing = release(ctx, mine);
      if (!isDatabaseAway(error)) await releasing;
    }
    throw error;
  } finally {
    clearInterval(renewal);
  }
}
