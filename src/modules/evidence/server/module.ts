import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { evidenceContract, packCheckContract } from '../contract.ts';
import { checkPack, downloadPack, listPacks, makePack, withdrawPack } from './packs.ts';

export const evidenceModule = {
  calls: {
    evidence: routes(evidenceContract, {
      packs: listPacks,
      makePack,
      pack: downloadPack,
      withdrawPack,
    }),
    packCheck: routes(packCheckContract, { checkPack }),
  },
} satisfies ServerModule;
