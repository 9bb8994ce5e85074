import { organizationContract } from '#modules/organization/contract.ts';
import { logKey, queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { useData } from '#platform/web/useData.ts';
import { closingContract } from '../contract.ts';
import { messageOf } from './messages.ts';

const key = [closingContract.closing.path];

export const useClosing = () => useData(key, closingContract.closing, {});

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
