import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { settlePlan } from './closing.ts';
import { eraseOrganization } from './erase.ts';
import { eraseOrganizationSpec, settlePlanSpec, tendClosingsSpec } from './jobSpecs.ts';
import { tendClosings } from './tend.ts';

export const closingJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof settlePlanSpec.data>(settlePlanSpec, (ctx, { orgId }) =>
    settlePlan(ctx, ctx.forOrg(orgId)),
  ),
  handles<BaseCtx, typeof tendClosingsSpec.data>(tendClosingsSpec, (ctx) => tendClosings(ctx)),
  handles<BaseCtx, typeof eraseOrganizationSpec.data>(eraseOrganizationSpec, eraseOrganization),
];
