import { routes } from '#platform/server/serve.ts';
import { evidenceContract } from '../contract.ts';
import { downloadPack, listPacks, makePack } from './packs.ts';

export const evidenceRoutes = routes(evidenceContract, { packs: listPacks, makePack, pack: downloadPack });
