import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { insuranceContract } from '../contract.ts';

const noticeQuery = queryOptions({
  queryKey: ['insurance', 'notice'],
  queryFn: async ({ signal }) => (await call(insuranceContract.insuranceNotice, {}, { signal })).data,
});
export const useNotice = () => useQuery(noticeQuery);

/** Asks for what the screen shows, while its code still loads. */
export function prefetchNotice(): void {
  if (currentSession().authenticated) void queryClient.prefetchQuery(noticeQuery);
}
