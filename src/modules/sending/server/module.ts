import type { ServerModule } from '#platform/server/module.ts';
import { tenantRowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { sendingContract } from '../contract.ts';
import { keptDays } from '../rules.ts';
import { openReport, report } from './reports.ts';

export const sendingModule = {
  calls: {
    sending: routes(sendingContract, { openEmailReport: openReport, reportEmail: report }),
  },
  retention: [
    {
      kind: 'Counts of emails to teams',
      kept: { days: keptDays },
      since: 'the day',
      remove: tenantRowsOf('thirdPartyEmail', 'day'),
    },
  ],
} satisfies ServerModule;
