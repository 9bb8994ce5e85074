import { routes } from '#platform/server/serve.ts';
import { catalogContract } from '../contract.ts';
import { bootConfig, checkSubscriptionId } from './portalConfig.ts';

export const catalogRoutes = routes(catalogContract, {
  config: (ctx, { subscriptionId }) => bootConfig(ctx, subscriptionId),
  checkSubscriptionId,
});
