import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { takeAnswer } from '#platform/web/query.ts';
import { guidanceContract, type PortalData } from '../contract.ts';

type Reply = ReplyOf<typeof guidanceContract.getCustomerPortalData>;

const key = [guidanceContract.getCustomerPortalData.path];

/** Which introductions and notes the signed-in person has seen. */
export const usePortalData = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<PortalData> => (await call(guidanceContract.getCustomerPortalData, {}, { signal })).data,
    initialData: () => takeAnswer<Reply | null>('getCustomerPortalData')?.data,
    staleTime: 60_000,
    enabled,
  });
