import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { endAccess } from './admins.ts';
import { endAccessSpec } from './jobSpecs.ts';

export const organizationJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof endAccessSpec.data>(endAccessSpec, (ctx, data) => endAccess(ctx, data.cognitoId), {
    concurrency: 2,
  }),
];
