import { useQuery } from '@tanstack/react-query';
import { catalogContract } from '#modules/catalog/contract.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { readBoot, type PortalFacts } from '#platform/web/boot.ts';
import { takeAnswer } from '#platform/web/query.ts';
import { plansContract, type PlanProfile } from '../contract.ts';

type Reply = ReplyOf<typeof plansContract.featureUsageProfile>;

/** Plan, subscription and module availability of the organisation. */
export const usePlanProfile = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: [plansContract.featureUsageProfile.path],
    queryFn: async ({ signal }): Promise<PlanProfile> =>
      (await call(plansContract.featureUsageProfile, {}, { signal })).data.plans,
    initialData: () => takeAnswer<Reply | null>('featureUsageProfile')?.data.plans,
    staleTime: 60_000,
    enabled,
  });

/**
 * The promotions that run now in the organisation's channel. The page brought those of its visitor, so whoever signed in
 * since then asks again.
 */
export const usePromotions = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: [catalogContract.config.path],
    queryFn: async ({ signal }): Promise<PortalFacts['promotions']> =>
      (await call(catalogContract.config, {}, { signal })).promotions,
    initialData: () => (readBoot().session.authenticated ? readBoot().config.promotions : undefined),
    staleTime: Infinity,
    enabled,
  });
