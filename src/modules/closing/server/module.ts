import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { rowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { closingContract } from '../contract.ts';
import { resetContract } from '../resetContract.ts';
import { closeAccount, keepAccount, readClosing, settlePlan } from './closing.ts';
import { eraseOrganization, erasurePurpose } from './erase.ts';
import { eraseOrganizationSpec, settlePlanSpec, tendClosingsSpec } from './jobSpecs.ts';
import { reset } from './reset.ts';
import { tendClosings } from './tend.ts';

export const closingModule = {
  calls: {
    closing: routes(closingContract, { closing: readClosing, closeAccount, keepAccount }),
    reset: routes(resetContract, { reset }),
  },
  jobs: [
    handles<BaseCtx, typeof settlePlanSpec.data>(settlePlanSpec, (ctx, { orgId }) =>
      settlePlan(ctx, ctx.forOrg(orgId)),
    ),
    handles<BaseCtx, typeof tendClosingsSpec.data>(tendClosingsSpec, (ctx) => tendClosings(ctx)),
    handles<BaseCtx, typeof eraseOrganizationSpec.data>(eraseOrganizationSpec, eraseOrganization),
  ],
  retention: [
    {
      kind: 'Records of erasures',
      kept: { months: 36 },
      since: 'the erasure ended',
      remove: rowsOf('erasure', 'finishedAt'),
    },
  ],
  sealed: [
    {
      what: 'erasures under way',
      table: 'erasure',
      key: 'organization_id',
      column: 'sealed_people',
      purpose: () => erasurePurpose,
    },
  ],
} satisfies ServerModule;
