import { routes } from '#platform/server/serve.ts';
import { organizationContract } from '../contract.ts';
import { listAdmins, removeAdmin } from './admins.ts';
import { changeCompany } from './company.ts';
import { saveProfile } from './onboarding.ts';
import { checkProfile, editUser } from './profile.ts';

export const organizationRoutes = routes(organizationContract, {
  profileCheck: checkProfile,
  profileSave: saveProfile,
  editUser,
  companyUpdate: changeCompany,
  getUserList: listAdmins,
  removeUser: removeAdmin,
});
