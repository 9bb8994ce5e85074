import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { storable } from '#platform/storable.ts';
import { notify } from '#modules/notify/server/public.ts';
import { noEventsText, type Measurement, type RatedAsset, type Verdict } from '#providers/ratings/port.ts';
import { ratingsPaths } from '../../paths.ts';
import { isDrop, mostAssets } from '../../rules.ts';
import { selectKnown, saveAssets, saveMerged } from './known.store.ts';
import { beginMeasurement } from './measurements.ts';
import { mergeMeasurement } from './merge.ts';
import { selectOwnership } from '#modules/domains/server/public.ts';
import { endRun, isAtWork, lockRun } from './runs.store.ts';
import { writeEstimate, writeVerdict, type Written } from './snapshots.ts';

const keptAssets = (assets: readonly RatedAsset[]): RatedAsset[] => {
  const fit = storable([...assets]).map((one) => ({
    ...one,
    asset: one.asset.trim(),
    because: one.because.slice(0, 500).toWellFormed(),
  }));
  const known = new Map(
    fit.filter(({ asset }) => asset.length > 0 && asset.length <= 300).map((one) => [one.asset, one]),
  );
  return [...known.values()].slice(0, mostAssets);
};

/** Tells administrators of a fall, once a day. */
async function notifyOfDrop(
  ctx: OrgScope,
  db: OrgDb,
  domain: string,
  { rating, before, change, day }: Written,
): Promise<void> {
  if (!before || !isDrop(before.rating, rating)) return;
  const causes = (change?.reasons ?? []).filter(({ kind }) => kind !== 'better').map(({ text }) => text);
  await notify(ctx, db, {
    event: 'rating-drop',
    orgId: ctx.orgId,
    key: `${domain} ${day}`,
    facts: {
      domain,
      before: before.rating,
      after: rating,
      causes: causes.slice(0, 10),
      path: ratingsPaths.home,
    },
  });
}

async function keepMeasurement(
  ctx: OrgScope,
  db: OrgDb,
  domain: string,
  measurement: Measurement,
  how: { at: Date; verified: boolean },
): Promise<Written | null> {
  const where = { orgId: ctx.orgId, domain, at: how.at };
  await saveMerged(db, where, mergeMeasurement(await selectKnown(db, domain), measurement, how));
  await saveAssets(db, where, keptAssets(measurement.assets));
  return writeEstimate(ctx, db, { ...where, measuredAt: new Date(measurement.measuredAt) });
}

/**
 * Keeps what a measurement came to, in one transaction. Does nothing when it was ended meanwhile.
 * @returns the rating, null where it was too little, undefined where nothing was kept
 */
export async function keepOutcome(
  ctx: OrgScope,
  domain: string,
  outcome: Measurement | Verdict,
  { verified }: { verified: boolean },
): Promise<number | null | undefined> {
  const at = ctx.now();
  return ctx.inOrg(async (db) => {
    const run = await lockRun(db, domain);
    if (!run || !isAtWork(run)) return undefined;
    const ownership = await selectOwnership(db, domain);
    const written =
      outcome.kind === 'verdict'
        ? await writeVerdict(db, { orgId: ctx.orgId, domain, measuredAt: at, at }, storable(outcome))
        : await keepMeasurement(ctx, db, domain, outcome, { at, verified: verified && ownership !== null });
    await endRun(db, domain, at, written ? null : { code: 'no-events', text: noEventsText });
    if (written) await notifyOfDrop(ctx, db, domain, written);
    // proved while it was measured: its doors were not looked at yet
    if (!verified && ownership) await beginMeasurement(ctx, db, domain, 'administrator');
    return written?.rating ?? null;
  });
}
