import { routes } from '#platform/server/serve.ts';
import { ratingsContract } from '../contract.ts';
import { disownAsset, ownAsset } from './assets.ts';
import { checkOwnership, ownershipProof } from './ownership.ts';
import { planRatings } from './plan.ts';
import { fastRatings } from './ratings.ts';
import { sampleReport, snapshotReport } from './reportFiles.ts';
import { requestDetailedReport } from './requests.ts';
import { saveDkimSelectors } from './selectors.ts';

export const ratingsRoutes = routes(ratingsContract, {
  fastRatings,
  planRatings,
  disownAsset,
  ownAsset,
  ownershipProof,
  checkOwnership,
  saveDkimSelectors,
  requestDetailedReport,
  snapshotReport,
  sampleReport,
});
