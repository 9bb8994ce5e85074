import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { sendEventSpec, sendLeadSpec } from './jobSpecs.ts';
import { sendEvent, sendLead } from './leads.ts';

export const marketingJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof sendLeadSpec.data>(sendLeadSpec, sendLead),
  handles<BaseCtx, typeof sendEventSpec.data>(sendEventSpec, sendEvent),
];
