import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { insuranceContract } from '../contract.ts';
import { insuranceNotice } from './notice.ts';

export const insuranceModule = {
  calls: {
    insurance: routes(insuranceContract, { insuranceNotice }),
  },
} satisfies ServerModule;
