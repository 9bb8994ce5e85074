import { useQuery } from '@tanstack/react-query';
import { organizationContract } from '#modules/organization/contract.ts';
import { call } from '#platform/web/call.ts';
import { logKey, queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { closingContract } from '../contract.ts';
import { messageOf } from './messages.ts';

const key = [closingContract.closing.path];

export const useClosing = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(closingContract.closing, {}, { signal })).data,
  });

/** Asks again for everything that tells of the closing: the panel, the banner over every page, the log. */
export const reloadClosing = async (): Promise<void> => {
  const keys = [key, [organizationContract.profileCheck.path], logKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
};

/** Takes the closing back. */
export const useKeepAccount = () =>
  useChange(closingContract.keepAccount, {
    after: reloadClosing,
    done: () => 'Your account stays open. Nothing was erased.',
    failed: (error) => ({ failed: 'The account could not be kept.', reason: messageOf(error) }),
  });
