import { pacificDay } from '#platform/days.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { closedDays, findingDays, industryCompanies, snapshotDays } from '../../rules.ts';
import { registrableDomain } from '../company/domain.ts';
import { renewIndustryAverages, selectDueOrganizations, selectSilent } from './due.store.ts';
import { averageIndustriesSpec, rateCompanySpec, startDueRatingsSpec } from './jobSpecs.ts';
import { tidyKnown } from './known.store.ts';
import { beginMeasurement } from './measurements.ts';
import { mostTries } from './rateCompany.ts';
import { endRun, isAtWork, lockRun, renewBeat, saveNextAt, selectCompany } from './runs.store.ts';
import { tidySnapshots } from './snapshots.store.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const atOnce = 200;
/** Longer than any worker at work stays silent, and than a lost one takes to be noticed by the queue. */
const silentMs = 120_000;

/** The time of day of an organisation, the same each day: ids are chance, so that all of them spread over the day. */
export function nextTurn(orgId: string, now: Date): Date {
  const ofDay = (Number.parseInt(orgId.slice(0, 8), 16) % 86_400) * 1000;
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  // whoever was just measured waits for the turn of the next day
  const soonest = now.getTime() + 6 * hourMs;
  let next = midnight + ofDay;
  while (next < soonest) next += dayMs;
  return new Date(next);
}

/** Begins the daily measurement of one organisation, and forgets what is older than is kept. */
export async function startDue(ctx: OrgScope): Promise<boolean> {
  const now = ctx.now();
  const isActive = await moduleIsActive(ctx, 'ratings');
  return ctx.inOrg(async (db) => {
    await saveNextAt(db, ctx.orgId, nextTurn(ctx.orgId, now));
    const oldest = new Date(now.getTime() - snapshotDays * dayMs);
    await tidySnapshots(db, pacificDay(oldest));
    await tidyKnown(db, { closed: new Date(now.getTime() - closedDays * dayMs), unseen: oldest });
    if (!isActive) return false;
    const domain = registrableDomain((await selectCompany(db)).url);
    return domain !== null && beginMeasurement(ctx, db, domain, 'schedule');
  });
}

/** Takes up what no worker has spoken about: back into the queue, or given up after too many tries. */
async function takeUpSilent(base: BaseCtx): Promise<void> {
  const now = base.now();
  const since = new Date(now.getTime() - silentMs);
  for (const { orgId, domain } of await selectSilent(base.global, since, atOnce)) {
    const ctx = base.forOrg(orgId);
    try {
      await ctx.inOrg(async (db) => {
        const run = await lockRun(db, domain);
        if (!run || !isAtWork(run) || run.beatAt > since) return;
        if (run.tries >= mostTries) {
          const text =
            'The measurement was interrupted again and again and could not be finished. Please try again later.';
          await endRun(db, domain, now, { code: 'interrupted', text });
          return;
        }
        await renewBeat(db, domain, now);
        await ctx.jobs.enqueue(db, rateCompanySpec, { orgId, domain }, { key: orgId });
      });
    } catch (error) {
      base.log.error({ err: error, orgId, domain }, 'silent rating not taken up');
    }
  }
}

/** Begins every measurement that is due now. One organisation's trouble does not hold up the others. */
export async function startDueRatings(base: BaseCtx): Promise<void> {
  const due = await selectDueOrganizations(base.global, base.now(), atOnce);
  let started = 0;
  for (const orgId of due) {
    try {
      if (await startDue(base.forOrg(orgId))) started += 1;
    } catch (error) {
      base.log.error({ err: error, orgId }, 'due rating not started');
    }
  }
  if (due.length > 0) base.log.info({ due: due.length, started }, 'due ratings');
  await takeUpSilent(base);
}

export const startDueRatingsJob = handles(startDueRatingsSpec, (ctx: BaseCtx) => startDueRatings(ctx));

async function averageIndustries(base: BaseCtx): Promise<void> {
  const at = base.now();
  const since = new Date(at.getTime() - findingDays * dayMs);
  const industries = await renewIndustryAverages(base.global, { since, atLeast: industryCompanies, at });
  base.log.info({ industries }, 'averages of industries');
}
export const averageIndustriesJob = handles(averageIndustriesSpec, (ctx: BaseCtx) => averageIndustries(ctx));
