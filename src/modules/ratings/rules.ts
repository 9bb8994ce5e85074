import { companyPart, dayPart, filePart } from '#platform/fileNames.ts';
import { bandOf, type BandId } from './entities.ts';

/** What the product decides about ratings without asking anything else. */

/** A rating can be asked for anew after so long. */
export const refreshMinutes = 60;
/** Measurements of one organisation within 24 hours, whichever domains it enters. */
export const measurementsPerDay = 12;
/** modules.md 2: what was last seen so long ago does not affect the rating. */
export const findingDays = 60;
/** How long snapshots are kept, and how far back the chart goes. */
export const snapshotDays = 400;
export const chartDays = 365;
/** What is over is known so long, for whoever watches it. */
export const closedDays = 90;
/** Things of the company's that are known; more than that is no list any more. */
export const mostAssets = 300;
/** A proof of ownership is looked at again after so long; when it is gone so often in a row, it has lapsed. */
export const proofDays = 7;
export const missedProofDays = 2;
export const mostMisses = 3;
/** An average is told of so many companies and more, so that none of them can be told from it. */
export const industryCompanies = 5;
/** A fall of so many points is news. */
const dropPoints = 20;

/** modules.md 5 */
export const stripProtocol = (address: string): string => address.trim().replace(/^https?:\/\//i, '');

const colors: Record<BandId, string> = { BASIC: '#b24053', INTERMEDIATE: '#ecb870', ADVANCED: '#2c4d7f' };
/** Colour of a rating in lists and charts, by its band. */
export const ratingColor = (rating: number): string => colors[bandOf(rating).id];

/** Whether administrators are told that the rating fell. */
export const isDrop = (before: number, after: number): boolean =>
  before - after >= dropPoints || (after < before && bandOf(after).id !== bandOf(before).id);

/** First word of the company name, domain, date as year_month_day in Pacific time (modules.md 5). */
export const reportFileName = (companyName: string, domain: string, at: Date): string =>
  `${companyPart(companyName)}_${filePart(domain) || 'domain'}_${dayPart(at)}.pdf`;

/** Whether an observation is about an asset: `mx1.shop.example:25` is about `mx1.shop.example`. */
export function isAbout(observedAt: string, asset: string): boolean {
  if (observedAt === asset) return true;
  return observedAt.startsWith(asset) && /^(?::\d{1,5})?(?:[/?#].*)?$/.test(observedAt.slice(asset.length));
}
