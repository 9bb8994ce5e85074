import { routes } from '#platform/server/serve.ts';
import { auditContract } from '../contract.ts';
import { listEntries, listPeople } from './entries.ts';
import { exportEntries } from './export.ts';

export const auditRoutes = routes(auditContract, { entries: listEntries, people: listPeople, exportEntries });
