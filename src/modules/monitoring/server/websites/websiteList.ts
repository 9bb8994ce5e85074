import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { monitoringContract } from '../../contract.ts';
import type { WebsiteListRow } from '../../websiteList.ts';
import { coveredWebsites, toWire, websitesPerPage } from '../../rules.ts';
import { entitlementOf } from './entitlement.ts';
import { selectListedWebsites, type ListedWebsite } from './websiteList.store.ts';
import { selectWebsiteAges } from './websites.store.ts';

type Calls = typeof monitoringContract;

const stateOf = ({ status, lastScan }: ListedWebsite): WebsiteListRow['state'] => {
  if (status === 'started') return 'scanning';
  if (status === 'failed') return 'failed';
  return lastScan ? 'scanned' : 'new';
};

const rowOf = (website: ListedWebsite, covered: ReadonlySet<string>): WebsiteListRow => {
  const { id, name, url, highs, mediums, lows, fresh, fixed } = website;
  const isInPlan = covered.has(id);
  return {
    targetId: id,
    targetName: name,
    targetUrl: url,
    isInPlan,
    state: stateOf(website),
    percent: website.status === 'started' ? website.percent : null,
    issues: { highs, mediums, lows },
    lastScan: website.lastScan && toWire(website.lastScan),
    // beyond the plan a schedule is kept, and starts nothing
    nextScan: website.nextScan && isInPlan ? toWire(website.nextScan) : null,
    change: fresh === null || fixed === null ? null : { fresh, fixed },
  };
};

/** The list of websites as a person searches and sorts it. A page beyond the last one answers as the first. */
export async function searchWebsites(
  ctx: OrgScope,
  { page, ...given }: BodyOf<Calls['loadWebsites']>,
): Promise<ReplyOf<Calls['loadWebsites']>> {
  return ctx.inOrg(async (db) => {
    const at = (wanted: number) =>
      selectListedWebsites(db, { ...given, limit: websitesPerPage, offset: (wanted - 1) * websitesPerPage });
    let shown = page;
    let found = await at(shown);
    if (found.length === 0 && shown > 1) {
      shown = 1;
      found = await at(shown);
    }
    const covered = coveredWebsites(
      await selectWebsiteAges(db),
      (await entitlementOf(ctx, db)).maximumAllowed,
    );
    return {
      websites: found.map((website) => rowOf(website, covered)),
      total: found[0]?.total ?? 0,
      page: shown,
      pageSize: websitesPerPage,
    };
  });
}
