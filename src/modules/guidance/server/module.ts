import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { guidanceContract } from '../contract.ts';
import { portalDataAnswer, readPortalData, updatePortalData } from './portalData.ts';

export const guidanceModule = {
  calls: {
    guidance: routes(guidanceContract, {
      getCustomerPortalData: readPortalData,
      updateCustomerPortalData: updatePortalData,
    }),
  },
  firstAnswers: [{ call: 'getCustomerPortalData', to: 'members', answer: portalDataAnswer }],
} satisfies ServerModule;
