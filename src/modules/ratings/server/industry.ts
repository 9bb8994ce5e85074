import type { BaseCtx } from '#platform/server/ctx.ts';
import { industryLabel } from '#modules/organization/server/public.ts';
import type { RatingsData } from '../entities.ts';
import { selectIndustryAverage } from './runs/due.store.ts';
import { baselineOf } from './report/texts.ts';

/** The average to compare with, and whose it is: an agency's, that of enough companies of the portal, or a published reference. */
export async function industryOf(
  ctx: Pick<BaseCtx, 'global'>,
  industry: string,
  agency: { name: string; average: number } | null,
): Promise<RatingsData['industry_grade']> {
  if (agency) return { average_rating: agency.average, industry: agency.name, basis: 'agency' };
  const average = await selectIndustryAverage(ctx.global, industry);
  if (average !== null)
    return { average_rating: average, industry: industryLabel(industry), basis: 'customers' };
  return { average_rating: baselineOf(industry), industry: industryLabel(industry), basis: 'reference' };
}
