import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { endDueAcceptances } from './decisions.ts';
import { mindScans, startDueScans } from './dueScans.ts';
import { mindIssuesSpec, mindScansSpec, runRetestsSpec, runScanSpec, startDueScansSpec } from './jobSpecs.ts';
import { mindRetests, runRetests } from './runRetests.ts';
import { runScan } from './runScan.ts';

/** Scans at the same time in one worker, unless the operator says otherwise. */
const scansAtOnce = 2;
/** Websites whose fixes are looked at, beside the scans. */
const retestsAtOnce = 2;

/** The module's background work. */
export const monitoringJobs: JobHandler<BaseCtx>[] = [
  handles(runScanSpec, runScan, scansAtOnce),
  handles(startDueScansSpec, (ctx: BaseCtx) => startDueScans(ctx)),
  handles(mindScansSpec, (ctx: BaseCtx) => mindScans(ctx)),
  handles(runRetestsSpec, runRetests, retestsAtOnce),
  handles(mindIssuesSpec, async (ctx: BaseCtx) => {
    await endDueAcceptances(ctx);
    await mindRetests(ctx);
  }),
];
