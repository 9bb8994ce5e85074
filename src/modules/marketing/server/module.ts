import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { rowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { marketingContract } from '../contract.ts';
import { sendEventSpec, sendLeadSpec } from './jobSpecs.ts';
import { sendEvent, sendLead, takeEvent, takeLead } from './leads.ts';

export const marketingModule = {
  calls: {
    marketing: routes(marketingContract, { analytics: takeLead, track: takeEvent }),
  },
  jobs: [
    handles<BaseCtx, typeof sendLeadSpec.data>(sendLeadSpec, sendLead),
    handles<BaseCtx, typeof sendEventSpec.data>(sendEventSpec, sendEvent),
  ],
  retention: [
    {
      kind: 'Marketing and usage events',
      kept: { days: 400 },
      since: 'the event',
      remove: rowsOf('marketingEvent', 'at'),
    },
  ],
} satisfies ServerModule;
