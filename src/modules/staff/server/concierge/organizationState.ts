import type { Handlers } from '#platform/server/http/serve.ts';
import { selectDeskCounts, selectDeskWeaknesses } from '#modules/concierge/server/public.ts';
import { severities } from '#modules/concierge/contract.ts';
import { monitoringSummary } from '#modules/monitoring/server/public.ts';
import { disownedAssets, ratingsSummary } from '#modules/ratings/server/public.ts';
import type { staffConciergeContract } from '../../conciergeContract.ts';
import { inOrganization } from './scope.ts';
import { wireCounts } from './weaknesses.ts';

type Calls = Handlers<typeof staffConciergeContract>;

/** How one organisation stands, at a glance. Refuses with `no-such-organization`. */
export const readState: Calls['organizationState'] = async (ctx, { orgId }) => {
  await inOrganization(ctx, orgId, async () => {});
  const scope = ctx.forOrg(orgId);
  const [counts, rating, scans, disowned] = [
    await selectDeskCounts(ctx.global, null, orgId),
    await ratingsSummary(scope),
    await monitoringSummary(scope),
    await disownedAssets(scope),
  ];
  const open = { channels: null, orgId, statuses: ['Open'] as const, search: '', page: 1, pageSize: 1000 };
  const { rows } = await selectDeskWeaknesses(ctx.global, open);
  const bySeverity = severities.map(
    (severity) => [severity, rows.filter((row) => row.severity === severity).length] as const,
  );
  const { highs, mediums, lows } = scans.webAppsIssues;
  return {
    data: {
      ...wireCounts(counts),
      bySeverity: Object.fromEntries(bySeverity) as Record<(typeof severities)[number], number>,
      rating: { value: rating.rating, band: rating.band, at: rating.ratedAt, state: rating.state },
      scans: { last: scans.lastScanDate, running: scans.isScanInProgress, highs, mediums, lows },
      disowned: disowned.map(({ domain, asset, because, reason, by, at }) => ({
        domain,
        asset,
        because,
        reason,
        by,
        at,
      })),
    },
  };
};
