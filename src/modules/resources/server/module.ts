import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/serve.ts';
import { resourcesContract } from '../contract.ts';
import { readAsset, readPrivateAsset } from './assets.ts';
import { registerDisclaimer } from './disclaimer.ts';
import { reset } from './reset.ts';

export const resourcesModule = {
  calls: {
    resources: routes(resourcesContract, {
      asset: readAsset,
      privateAsset: readPrivateAsset,
      reset,
    }),
  },
  http: registerDisclaimer,
} satisfies ServerModule;
