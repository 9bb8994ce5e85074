import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { ratingsContract } from '../contract.ts';
import { closedDays, snapshotDays } from '../rules.ts';
import { disownAsset, ownAsset } from './company/assets.ts';
import { averageIndustriesJob, startDueRatingsJob } from './runs/dueRatings.ts';
import { checkOwnership, checkProofsJob, ownershipProof } from './company/ownership.ts';
import { planRatings } from './plan.ts';
import { rateCompanyJob } from './runs/rateCompany.ts';
import { fastRatings } from './ratings.ts';
import { removeRatingFilesJob, sampleReport, snapshotReport } from './report/reportFiles.ts';
import { requestDetailedReport } from './requests.ts';
import { saveDkimSelectors } from './company/selectors.ts';
import { ratingTexts } from './report/texts.ts';

export const ratingsModule = {
  calls: {
    ratings: routes(ratingsContract, {
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
    }),
  },
  jobs: [rateCompanyJob, startDueRatingsJob, checkProofsJob, averageIndustriesJob, removeRatingFilesJob],
  readContent: () => void ratingTexts(),
  retention: [
    {
      kind: 'Daily ratings',
      kept: { days: snapshotDays },
      since: 'the day',
      remove: null,
      by: 'the daily rating',
      quartersOf: 'rating_snapshot',
    },
    {
      kind: 'Rating findings that are closed',
      kept: { days: closedDays },
      since: 'it was closed',
      remove: null,
      by: 'the daily rating',
    },
  ],
} satisfies ServerModule;
