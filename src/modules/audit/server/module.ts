import type { ServerModule } from '#platform/server/module.ts';
import { oldAuditEntries } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { auditContract } from '../contract.ts';
import { listEntries, listPeople } from './entries.ts';
import { exportEntries } from './export.ts';

export const auditModule = {
  calls: {
    audit: routes(auditContract, { entries: listEntries, people: listPeople, exportEntries }),
  },
  retention: [
    {
      kind: 'Activity logs of organizations',
      kept: { months: ({ retention }) => retention.auditMonths, variable: 'RETENTION_AUDIT_MONTHS' },
      since: 'the entry',
      remove: oldAuditEntries,
      quartersOf: 'audit_entry',
    },
  ],
} satisfies ServerModule;
