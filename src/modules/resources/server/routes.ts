import { routes } from '#platform/server/serve.ts';
import { resourcesContract } from '../contract.ts';
import { readAsset, readPrivateAsset } from './assets.ts';
import { reset } from './reset.ts';

export const resourcesRoutes = routes(resourcesContract, {
  asset: readAsset,
  privateAsset: readPrivateAsset,
  reset,
});
