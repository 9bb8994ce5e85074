import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { takeAnswer } from '#platform/web/query.ts';
import { plansContract, type PlanProfile } from '../contract.ts';

type Reply = ReplyOf<typeof plansContract.featureUsageProfile>;

/** Plan, subscription and module availability of the organisation. */
export const usePlanProfile = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: [plansContract.featureUsageProfile.path],
    queryFn: async ({ signal }): Promise<PlanProfile> => (await call(plansContract.featureUsageProfile, {}, { signal })).data.plans,
    initialData: () => takeAnswer<Reply | null>('featureUsageProfile')?.data.plans,
    staleTime: 60_000,
    enabled,
  });
