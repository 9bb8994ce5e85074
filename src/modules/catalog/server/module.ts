import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { catalogContract } from '../contract.ts';
import { registerDisclaimer } from './disclaimer.ts';
import { registerBrandPictures } from './pictures.ts';
import { bootConfig, checkSubscriptionId } from './portalConfig.ts';
import { registerSecurityTxt } from './securityTxt.ts';

export const catalogModule = {
  calls: {
    brand: routes(catalogContract, {
      config: (ctx, { subscriptionId }) => bootConfig(ctx, subscriptionId),
      checkSubscriptionId,
    }),
  },
  http: (app, base) => {
    registerBrandPictures(app, base.settings);
    registerSecurityTxt(app, base);
    registerDisclaimer(app, base);
  },
} satisfies ServerModule;
