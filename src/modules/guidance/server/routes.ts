import { routes } from '#platform/server/serve.ts';
import { guidanceContract } from '../contract.ts';
import { readPortalData, updatePortalData } from './portalData.ts';

export const guidanceRoutes = routes(guidanceContract, {
  getCustomerPortalData: readPortalData,
  updateCustomerPortalData: updatePortalData,
});
