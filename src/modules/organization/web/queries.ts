import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { currentSession, queryClient, takeAnswer } from '#platform/web/query.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import { organizationContract } from '../contract.ts';

export type Profile = ReplyOf<typeof organizationContract.profileCheck>;

// a query's key begins with its call's path, so that other modules can refresh it through the contract
const key = [organizationContract.profileCheck.path];

/** The signed-in person and their organisation; `orgId` is null before onboarding. */
export const useProfile = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }): Promise<Profile> =>
      call(organizationContract.profileCheck, { cognitoId: currentSession().cognitoId }, { signal }),
    initialData: () => takeAnswer<Profile | null>('profileCheck') ?? undefined,
    staleTime: 60_000,
    enabled,
  });

/** Asks for the profile again and waits for it. */
export const reloadProfile = (): Promise<void> => queryClient.refetchQueries({ queryKey: key, exact: true });
