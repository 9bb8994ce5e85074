import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs/jobs.ts';
import { endDueAcceptances } from './issues/decisions.ts';
import { mindScans, startDueScans } from './schedules/dueScans.ts';
import {
  askedPriority,
  mindIssuesSpec,
  mindScansSpec,
  quickLookPriority,
  runRetestsSpec,
  runScanSpec,
  startDueScansSpec,
} from './jobSpecs.ts';
import { mindRetests, runRetests } from './issues/runRetests.ts';
import { runScan } from './scans/runScan.ts';

/**
 * How a worker shares its scans out.
 * @param atOnce scans at the same time; one organization has at most all but one of them. What somebody asked for has one more
 * place, so that it never waits for the end of a scan of the clock, and quick looks have one that longer scans cannot take, so
 * that websites which hang hold up their own organization alone
 */
const scanPace = (atOnce: number) => ({
  concurrency: atOnce,
  perGroup: Math.max(1, atOnce - 1),
  expressFrom: [askedPriority, quickLookPriority],
});

/** Scans at the same time in one worker, unless the operator says otherwise. */
const scansAtOnce = 2;
/** Websites whose fixes are looked at, beside the scans. */
const retestsAtOnce = 2;

/** The module's background work. */
export const monitoringJobs: JobHandler<BaseCtx>[] = [
  handles(runScanSpec, runScan, {
    ...scanPace(scansAtOnce),
    paceOf: ({ scan }) => scanPace(scan.concurrency),
  }),
  handles(startDueScansSpec, (ctx: BaseCtx) => startDueScans(ctx)),
  handles(mindScansSpec, (ctx: BaseCtx) => mindScans(ctx)),
  handles(runRetestsSpec, runRetests, { concurrency: retestsAtOnce, perGroup: 1 }),
  handles(mindIssuesSpec, async (ctx: BaseCtx) => {
    await endDueAcceptances(ctx);
    await mindRetests(ctx);
  }),
];
