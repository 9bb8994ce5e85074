import { pacificDay } from '#platform/days.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { RatingsData } from '../entities.ts';
import { chartDays } from '../rules.ts';
import { composeData } from './data.ts';
import { industryOf } from './industry.ts';
import { countedVectors } from './runs/known.ts';
import { selectKnown } from './runs/known.store.ts';
import { selectOwnership } from '#modules/domains/server/public.ts';
import { selectCompany, selectSetting } from './runs/runs.store.ts';
import { selectNewest, selectPoints } from './runs/snapshots.store.ts';

export type ReadRatings = {
  data: RatingsData;
  companyName: string;
  /** Names the very writing of the snapshot that the data is of. */
  edition: string;
  /** The agency's own report is kept. */
  hasReport: boolean;
};

const dayMs = 86_400_000;

async function read(ctx: OrgScope, domain: string): Promise<ReadRatings | null> {
  const { ratings } = ctx.providers;
  const now = ctx.now();
  const since = pacificDay(new Date(now.getTime() - chartDays * dayMs));
  const found = await ctx.inOrg(async (db) => {
    const snapshot = await selectNewest(db, domain, ratings.source.id);
    if (!snapshot?.detail) return null;
    return {
      snapshot: { ...snapshot, detail: snapshot.detail },
      points: await selectPoints(db, domain, ratings.source.id, since),
      known: await selectKnown(db, domain),
      verified: (await selectOwnership(db, domain)) !== null,
      setting: await selectSetting(db),
      company: await selectCompany(db),
    };
  });
  if (!found) return null;
  const { snapshot, points, known, verified, setting, company } = found;
  const counted = countedVectors(known, snapshot.writtenAt);
  const data = composeData({
    domain,
    source: ratings.source,
    snapshot,
    points,
    // what an engine of ours observed says nothing of an agency's grades
    known: ratings.score ? known : { vectors: [], findings: [], assets: [] },
    vectors: ratings.score ? (ratings.withHistory?.(counted, snapshot.writtenAt) ?? counted) : {},
    industry: await industryOf(ctx, company.industry, snapshot.detail.industry),
    verified,
    dkimSelectors: setting.dkimSelectors,
    canPlan: ratings.score !== null,
  });
  return {
    data,
    companyName: company.name,
    edition: `${snapshot.source}-${snapshot.day}-${snapshot.version}`,
    hasReport: snapshot.detail.hasReport,
  };
}

/** The rating of a domain as it is kept, remembered until something of the organisation changes; null before the first. */
export const readRatings = (ctx: OrgScope, domain: string): Promise<ReadRatings | null> =>
  ctx.remember(
    'organization',
    ctx.orgId,
    `ratings ${ctx.providers.ratings.source.id} ${domain} ${pacificDay(ctx.now())}`,
    () => read(ctx, domain),
  );
