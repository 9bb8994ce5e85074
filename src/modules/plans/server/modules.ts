import type { OrgScope } from '#platform/server/ctx.ts';
import {
  accessOf,
  catalogOf,
  channelOf,
  offeredBy,
  planOf,
  type Plan,
} from '#modules/catalog/server/public.ts';
import { moduleStatuses, type ModuleName, type ModuleStatuses } from '../moduleStatus.ts';

/** Availability of every module for an organisation now; null where the organisation has no row yet. */
export async function modulesOf(ctx: OrgScope): Promise<ModuleStatuses | null> {
  const subscription = await accessOf(ctx);
  if (!subscription) return null;
  const catalog = catalogOf(ctx.settings);
  const channel = channelOf(catalog, subscription.channelId);
  const plan = offeredBy(channel, planOf(catalog, subscription.planId, subscription.channelId));
  const eligible = channel.eligiblePlans.map((other) => offeredBy(channel, other.plan));
  return moduleStatuses(plan, eligible, subscription, ctx.now());
}

/** The plan of an organisation; null where the organisation has no row yet. */
export async function planOfOrg(ctx: OrgScope): Promise<Plan | null> {
  const subscription = await accessOf(ctx);
  return subscription && planOf(catalogOf(ctx.settings), subscription.planId, subscription.channelId);
}

/** Whether an organisation may use a module now; what every call of that module asks first. */
export const moduleIsActive = async (ctx: OrgScope, module: string): Promise<boolean> =>
  (await modulesOf(ctx))?.[module as ModuleName] === 'ACTIVE';
