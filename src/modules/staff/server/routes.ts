import { routes } from '#platform/server/serve.ts';
import { staffContract } from '../contract.ts';
import { listOrganizations, readMember, readOrganization } from './organizations.ts';
import { beginSupportSession, endSupportSession } from './supportSessions.ts';

export const staffRoutes = routes(staffContract, {
  staffProfile: readMember,
  staffOrganizations: listOrganizations,
  staffOrganization: readOrganization,
  beginSupportSession,
  endSupportSession,
});
