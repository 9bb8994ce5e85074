import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { marketplaceContract, type Partner } from '../contract.ts';
import { markFailed, messageOf } from './messages.ts';

const key = ['marketplace'] as const;
const marketplaceQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call(marketplaceContract.getJson, {}, { signal })).data,
});
export const useMarketplace = () => useQuery(marketplaceQuery);

/** Asks for what the screens show, while their code still loads. */
export function prefetchMarketplace(): void {
  if (currentSession().authenticated) void queryClient.prefetchQuery(marketplaceQuery);
}

/** For the title of a partner's page. */
export const partnerName = (route: string | undefined) =>
  named<{ partners: Partner[] }>(
    key,
    ({ partners }) => partners.find((partner) => partner.route === route)?.name,
  );

/** Says that the company uses a tool already, or takes it back. */
export const useMarkOwned = () =>
  useChange(marketplaceContract.markOwned, {
    after: ({ data }) => void queryClient.setQueryData(key, data),
    done: () => null,
    failed: (error) => ({ failed: markFailed, reason: messageOf(error) }),
  });

/** Counts that a partner's address was opened. Nobody waits for it, and it may fail. */
export const countOpened = ({ id }: Partner): void => {
  if (!currentSession().isZeguroServiceSession)
    call(marketplaceContract.countOffer, { partner: id }).catch(() => {});
};
