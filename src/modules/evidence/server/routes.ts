import { routes } from '#platform/server/serve.ts';
import { evidenceContract, packCheckContract } from '../contract.ts';
import { checkPack, downloadPack, listPacks, makePack, withdrawPack } from './packs.ts';

export const evidenceRoutes = routes(evidenceContract, {
  packs: listPacks,
  makePack,
  pack: downloadPack,
  withdrawPack,
});

export const packCheckRoutes = routes(packCheckContract, { checkPack });
