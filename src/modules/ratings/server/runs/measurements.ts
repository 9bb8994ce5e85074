import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { noEventsText } from '#providers/ratings/port.ts';
import { measurementsPerDay, refreshMinutes } from '../../rules.ts';
import { rateCompanySpec } from './jobSpecs.ts';
import { insertRun, isAtWork, type RunRow } from './runs.store.ts';

/** After a failure that was none of the company's, it may be tried again sooner. */
const afterFaultMinutes = 5;

/** From when on a domain can be measured anew; null for now. */
export function measurableFrom(run: RunRow | null, now: Date): Date | null {
  if (!run) return null;
  const wasFault = run.state === 'failed' && run.failureCode !== 'no-events';
  const from = wasFault ? (run.finishedAt ?? run.startedAt) : run.startedAt;
  const at = new Date(from.getTime() + (wasFault ? afterFaultMinutes : refreshMinutes) * 60_000);
  return at > now ? at : null;
}

/** Puts the measurement of a domain into the queue with its row; false when one is at work already. */
export async function beginMeasurement(
  ctx: Pick<OrgScope, 'orgId' | 'jobs' | 'now'>,
  db: OrgDb,
  domain: string,
  startedBy: 'schedule' | 'administrator',
): Promise<boolean> {
  const { orgId } = ctx;
  if (!(await insertRun(db, { orgId, domain, startedBy, now: ctx.now() }))) return false;
  await ctx.jobs.enqueue(
    db,
    rateCompanySpec,
    { orgId, domain },
    { key: orgId, priority: startedBy === 'administrator' ? 1 : 0 },
  );
  return true;
}

/** Counts a measurement that somebody asks for: one who changes the address again and again has the whole internet measured. */
export const withinDailyMeasurements = async (
  ctx: Pick<BaseCtx, 'global' | 'now'>,
  orgId: string,
): Promise<boolean> =>
  (await countUse(ctx.global, `measure:${orgId}`, measurementsPerDay, 86_400, ctx.now())) === null;

export const progressOf = (run: RunRow | null) =>
  run && isAtWork(run)
    ? { percent: run.percent, activity: run.activity, startedAt: run.startedAt.toISOString() }
    : null;

/** What went wrong last, as people read it. */
export const failureOf = (run: RunRow | null): { at: string; text: string } | null =>
  run?.state === 'failed'
    ? {
        at: run.finishedAt!.toISOString(),
        text: run.failureCode === 'no-events' ? noEventsText : (run.failure ?? ''),
      }
    : null;
