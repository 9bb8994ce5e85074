import { useQuery } from '@tanstack/react-query';
import { accountsContract, type ListedInvite } from '#modules/accounts/contract.ts';
import { call } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query.ts';
import { organizationContract, type Admin } from '../../contract.ts';

export type { Admin, ListedInvite };

const admins = {
  queryKey: [organizationContract.getUserList.path],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Admin[]> =>
    (await call(organizationContract.getUserList, {}, { signal })).data,
};
const invites = {
  queryKey: [accountsContract.getUserInviteList.path],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ListedInvite[]> =>
    (await call(accountsContract.getUserInviteList, {}, { signal })).data,
};

export const useAdmins = () => useQuery(admins);
export const useInvites = () => useQuery(invites);

/** Begins to load both lists while the screen's code still loads. */
export const prefetchAdmins = (): void => {
  void queryClient.prefetchQuery(admins);
  void queryClient.prefetchQuery(invites);
};

/** Brings lists that a change touched up to date. */
export const refreshAdmins = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: admins.queryKey });
export const refreshInvites = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: invites.queryKey });
