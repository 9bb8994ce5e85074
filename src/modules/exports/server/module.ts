import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { forOrganizationsWithOldRows } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { exportDays, exportsContract } from '../contract.ts';
import { askForExport, downloadExport, listExports, makeExport, removeEndedExports } from './exports.ts';
import { makeExportSpec } from './jobSpecs.ts';

export const exportsModule = {
  calls: {
    exports: routes(exportsContract, {
      exports: listExports,
      makeExport: askForExport,
      export: downloadExport,
    }),
  },
  jobs: [handles<BaseCtx, typeof makeExportSpec.data>(makeExportSpec, makeExport)],
  retention: [
    {
      kind: 'Exports of everything',
      kept: { days: exportDays },
      since: 'the file was ready',
      remove: (base, before) =>
        forOrganizationsWithOldRows(base, { table: 'dataExport', column: 'askedAt', before }, (orgId) =>
          removeEndedExports(base.forOrg(orgId), before),
        ),
    },
  ],
} satisfies ServerModule;
