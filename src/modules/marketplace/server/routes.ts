import { routes } from '#platform/server/serve.ts';
import { marketplaceContract } from '../contract.ts';
import { countOffer, getJson, markOwned } from './marketplace.ts';

export const marketplaceRoutes = routes(marketplaceContract, { getJson, markOwned, countOffer });
