import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { makeExport } from './exports.ts';
import { makeExportSpec } from './jobSpecs.ts';

export const exportsJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof makeExportSpec.data>(makeExportSpec, makeExport),
];
