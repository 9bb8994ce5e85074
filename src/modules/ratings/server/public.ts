/** What other modules and the programs may use of ratings. */
export { disownedAssets, ratingCandidates } from './company/candidates.ts';
export { ratingFacts } from './facts.ts';
export type { RatingFacts } from './facts.ts';
export { ratingsSummary, ratingsSummaryPart } from './summary.store.ts';
/** A report out of a measurement alone, without an organisation. */
export { ratingOf } from './ratingOf.ts';
export { renderSnapshotReport } from './report/report.ts';
/** For taking an organisation back to how it began. */
export { deleteAllRatings } from './reset.store.ts';
/** For the weekly summary by mail. */
export { ratingSince } from './week.store.ts';
/** For whoever leads conversations with the experts. */
export { askExperts } from './askExperts.ts';
