import type { ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx, OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import {
  deleteProof,
  saveMiss,
  saveProof,
  selectOwnership,
  tokenOf,
} from '#modules/domains/server/public.ts';
import { proofPlaces } from '#providers/ratings/port.ts';
import type { ratingsContract } from '../../contract.ts';
import { missedProofDays, mostMisses, proofDays } from '../../rules.ts';
import { checkProofsSpec } from '../runs/jobSpecs.ts';
import { forgetVectors, saveClosed, selectKnown } from '../runs/known.store.ts';
import { beginMeasurement } from '../runs/measurements.ts';
import { provedVectors } from '../runs/merge.ts';
import { selectDueProofs } from '../runs/due.store.ts';
import { requireDomain } from './ownUrl.ts';
import { lockRun } from '../runs/runs.store.ts';
import { selectNewest } from '../runs/snapshots.store.ts';
import { writeEstimate } from '../runs/snapshots.ts';

type Calls = typeof ratingsContract;

const dayMs = 86_400_000;
/** Longest that somebody waits for the look. */
const lookMs = 20_000;

export async function ownershipProof(ctx: OrgScope): Promise<ReplyOf<Calls['ownershipProof']>> {
  const { domain, ownership } = await ctx.inOrg(async (db) => {
    const own = await requireDomain(db, 'no-company-url');
    return { domain: own, ownership: await selectOwnership(db, own) };
  });
  return {
    data: {
      domain,
      verifiedAt: ownership?.verifiedAt.toISOString() ?? null,
      by: (ownership?.provedBy as 'dns' | 'file' | undefined) ?? null,
      ...proofPlaces(domain, tokenOf(ctx, ctx.orgId, domain)),
    },
  };
}

type Look = { by: 'dns' | 'file' | null; seen: string };

async function look(ctx: OrgScope, domain: string): Promise<Look> {
  const { prove } = ctx.providers.ratings;
  if (!prove) return { by: null, seen: 'This rating needs no proof: it comes from an agency.' };
  try {
    return await prove(
      { domain, token: tokenOf(ctx, ctx.orgId, domain) },
      { signal: AbortSignal.timeout(lookMs), now: ctx.now },
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
    return { by: null, seen: `${domain} did not answer in time.` };
  }
}

/** Looks for the proof now. The first time that it is there, the company is measured anew, its doors too. */
export async function checkOwnership(ctx: OrgCtx): Promise<ReplyOf<Calls['checkOwnership']>> {
  const domain = await ctx.inOrg((db) => requireDomain(db, 'no-company-url'));
  const { by, seen } = await look(ctx, domain);
  if (by) await keepProof(ctx, domain, by);
  return { data: { verified: by !== null, seen } };
}

async function keepProof(ctx: OrgScope, domain: string, by: 'dns' | 'file'): Promise<void> {
  const at = ctx.now();
  await ctx.inOrg(async (db) => {
    const nextCheckAt = new Date(at.getTime() + proofDays * dayMs);
    if (!(await saveProof(db, { orgId: ctx.orgId, domain, by, at, nextCheckAt }))) return;
    await recordAct(db, {
      act: 'domain-proved',
      subject: 'rating_ownership',
      subjectId: domain,
      subjectName: domain,
      after: { by },
    });
    // one at work sees the proof when it ends, and begins another
    await beginMeasurement(ctx, db, domain, 'administrator');
  });
}

/** The proof is gone: what was seen at the doors is not told any more, and the rating of today does without it. */
async function lapse(ctx: OrgScope, domain: string): Promise<void> {
  const at = ctx.now();
  await ctx.inOrg(async (db) => {
    const run = await lockRun(db, domain);
    if (!(await deleteProof(db, domain))) return;
    await recordAct(db, {
      act: 'domain-proof-lapsed',
      subject: 'rating_ownership',
      subjectId: domain,
      subjectName: domain,
    });
    const known = await selectKnown(db, domain);
    const closed = known.findings.filter(({ vector }) => provedVectors.includes(vector));
    await saveClosed(
      db,
      { domain, at },
      closed.map(({ key }) => ({ key, because: 'unverified' as const })),
    );
    await forgetVectors(db, domain, provedVectors, 'We can no longer verify that you own the domain.');
    const newest = await selectNewest(db, domain, ctx.providers.ratings.source.id);
    // one at work writes it again
    if (run && newest)
      await writeEstimate(ctx, db, { orgId: ctx.orgId, domain, measuredAt: newest.measuredAt, at });
  });
}

/** Looks at one proof again; after some misses in a row it has lapsed. */
export async function recheck(ctx: OrgScope, domain: string): Promise<void> {
  const found = await look(ctx, domain);
  if (found.by) return keepProof(ctx, domain, found.by);
  const misses = await ctx.inOrg(async (db) => {
    const ownership = await selectOwnership(db, domain);
    if (!ownership) return 0;
    const next = new Date(ctx.now().getTime() + missedProofDays * dayMs);
    await saveMiss(db, domain, ownership.misses + 1, next);
    return ownership.misses + 1;
  });
  if (misses >= mostMisses) await lapse(ctx, domain);
}

const proofsAtOnce = 200;

async function checkProofs(base: BaseCtx): Promise<void> {
  for (const { orgId, domain } of await selectDueProofs(base.global, base.now(), proofsAtOnce))
    await recheck(base.forOrg(orgId), domain).catch((error: unknown) =>
      base.log.error({ err: error, orgId, domain }, 'proof not looked at'),
    );
}
export const checkProofsJob = handles(checkProofsSpec, (ctx: BaseCtx) => checkProofs(ctx));
