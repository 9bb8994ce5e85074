import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { marketplaceContract } from '../contract.ts';
import { registerPartnerLogos } from './logos.ts';
import { countOffer, getJson, markOwned } from './marketplace.ts';
import { partnersOf } from './partners.ts';

export const marketplaceModule = {
  calls: {
    marketplace: routes(marketplaceContract, { getJson, markOwned, countOffer }),
  },
  http: (app, base) => registerPartnerLogos(app, base.settings),
  readContent: partnersOf,
} satisfies ServerModule;
