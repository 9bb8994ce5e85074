import type { ScanLevel } from '#providers/scanner/port.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { catalogOf, channelOf, planOf } from '#modules/catalog/server/public.ts';
import { isHighestPlan } from '#modules/plans/server/public.ts';
import { coveredWebsites, frequencies, type FrequencyName, type Recurrence } from '../../rules.ts';
import { selectPlanned, selectWebsiteAges } from './websites.store.ts';

/** What an organisation's plan allows of this module. */
export type Entitlement = {
  companyName: string;
  /** As given at onboarding, without scheme; empty for none. */
  companyUrl: string;
  channelId: string;
  maximumAllowed: number;
  frequencies: readonly FrequencyName[];
  /** Levels that the plan offers and the scanner performs, in the order to offer them. */
  levels: readonly ScanLevel[];
  defaultLevel: ScanLevel;
  isHighestPlan: boolean;
};

/**
 * @param lock holds the organisation's row until the transaction ends, so that counting and adding is one step
 */
export async function entitlementOf(
  ctx: Pick<BaseCtx, 'settings' | 'providers'>,
  db: OrgDb,
  options: { lock?: boolean } = {},
): Promise<Entitlement> {
  const row = await selectPlanned(db, options);
  const catalog = catalogOf(ctx.settings);
  const plan = planOf(catalog, row.planId, row.channelId);
  const { scanner } = ctx.providers;
  const offered = scanner.levels.filter((level) => plan.probelyScanProfile.offered.includes(level));
  const levels = offered.length > 0 ? offered : scanner.levels.slice(0, 1);
  return {
    companyName: row.companyName,
    companyUrl: row.companyUrl,
    channelId: row.channelId,
    maximumAllowed: plan.probelyNumberOfTargets,
    frequencies: plan.probelyScanFrequency,
    levels,
    defaultLevel: levels.includes(plan.probelyScanProfile.default)
      ? plan.probelyScanProfile.default
      : levels[0]!,
    isHighestPlan: isHighestPlan(
      plan.planName,
      channelOf(catalog, row.channelId).eligiblePlans.map((eligible) => eligible.plan.planName),
    ),
  };
}

/** Whether a website is among those that the plan has room for. */
export const isInPlan = async (
  db: OrgDb,
  { maximumAllowed }: Entitlement,
  websiteId: string,
): Promise<boolean> => coveredWebsites(await selectWebsiteAges(db), maximumAllowed).has(websiteId);

export const isFrequencyAllowed = (entitlement: Entitlement, recurrence: Recurrence): boolean =>
  entitlement.frequencies.includes(
    frequencies.find((frequency) => frequency.recurrence === recurrence)!.name,
  );

/** The level to scan at now: the website's own while the plan still offers it, else the plan's default. */
export const levelNow = (entitlement: Entitlement, wanted: string): ScanLevel =>
  entitlement.levels.find((level) => level === wanted) ?? entitlement.defaultLevel;
