import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { currentSession, takeAnswer } from '#platform/web/query.ts';
import { organizationContract } from '#modules/organization/contract.ts';
import { guidanceContract, type PortalData } from '../contract.ts';

type Reply = ReplyOf<typeof guidanceContract.getCustomerPortalData>;

const key = [guidanceContract.getCustomerPortalData.path];

/** Which introductions and notes the signed-in person has seen. */
export const usePortalData = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<PortalData> =>
      (await call(guidanceContract.getCustomerPortalData, {}, { signal })).data,
    initialData: () => takeAnswer<Reply | null>('getCustomerPortalData')?.data,
    staleTime: 60_000,
    enabled,
  });

export type Profile = ReplyOf<typeof organizationContract.profileCheck>;
export const profileKey = [organizationContract.profileCheck.path];

/** The goals that the organization has chosen already, maybe by another administrator. */
export const useSavedGoals = () =>
  useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }): Promise<Profile> =>
      call(organizationContract.profileCheck, { cognitoId: currentSession().cognitoId }, { signal }),
    staleTime: 60_000,
    select: ({ orgGoals }) => orgGoals,
  });
