import { routes } from '#platform/server/serve.ts';
import { brandContract } from '../contract.ts';
import { bootConfig, checkSubscriptionId } from './portalConfig.ts';

export const brandRoutes = routes(brandContract, {
  config: (ctx, { subscriptionId }) => bootConfig(ctx, subscriptionId),
  checkSubscriptionId,
});
