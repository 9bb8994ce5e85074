import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { sessionKey } from '#platform/web/query.ts';
import { plansContract } from '../../contract.ts';

export type EligiblePlans = ReplyOf<typeof plansContract.getEligiblePlans>['data'];
type BillingFacts = ReplyOf<typeof plansContract.billing>['data'];

/** The plans that may be chosen, and whether one is paid for. */
export const useEligiblePlans = () =>
  useQuery({
    queryKey: [plansContract.getEligiblePlans.path],
    queryFn: async ({ signal }): Promise<EligiblePlans> =>
      (await call(plansContract.getEligiblePlans, {}, { signal })).data,
  });

const billingKey = [plansContract.billing.path] as const;

/** The paid subscription and its invoices, as the billing provider has them. */
export const useBilling = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: billingKey,
    queryFn: async ({ signal }): Promise<BillingFacts> =>
      (await call(plansContract.billing, {}, { signal })).data,
    enabled,
  });

/** What moving the subscription to a plan would cost now; asked anew whenever the dialog opens. */
export const usePlanChangePreview = (planId: string) =>
  useQuery({
    queryKey: ['plan change', planId],
    queryFn: async ({ signal }) => (await call(plansContract.previewPlanChange, { planId }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });

/**
 * A plan decides what every module may do, so after a change of it everything on the page is asked anew. Who is signed in
 * stays: that is the session keeper's.
 */
export const refreshAfterPlanChange = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] && queryKey[0] !== 'plan change',
  });
