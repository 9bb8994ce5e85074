import { accountsContract } from '#modules/accounts/contract.ts';
import type { Endpoint, InputOf } from '#platform/endpoint.ts';
import { currentSession, logKey, queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { organizationContract } from '../../contract.ts';
import { reloadProfile } from '../queries.ts';
import { refreshAdmins, refreshInvites } from './queries.ts';
import { toasts } from './wording.ts';

type AnyEndpoint = Endpoint<any, any, any, any>;
type Change<E extends AnyEndpoint> = {
  done: string;
  failed: string;
  after: (given: InputOf<E>) => Promise<unknown>;
};

/** A change that the activity log tells too, once the screen shows it. */
const useLoggedChange = <E extends AnyEndpoint>(endpoint: E, { done, failed, after }: Change<E>) =>
  useChange(endpoint, {
    after: async (_reply, given) => {
      await after(given);
      // what was done is in the activity log by now
      void queryClient.invalidateQueries({ queryKey: logKey });
    },
    done: () => done,
    failed: () => ({ failed }),
  });

/** Changes an administrator; one's own details are the page's profile too. */
export const useEditUser = (failed: string = toasts.editFailed) =>
  useLoggedChange(organizationContract.editUser, {
    done: toasts.updated,
    failed,
    after: ({ cognitoId }) =>
      Promise.all([refreshAdmins(), cognitoId === currentSession().cognitoId ? reloadProfile() : undefined]),
  });

export const useRemoveUser = () =>
  useLoggedChange(organizationContract.removeUser, {
    done: toasts.removed,
    failed: toasts.removeFailed,
    after: refreshAdmins,
  });

export const useChangeCompany = () =>
  useLoggedChange(organizationContract.companyUpdate, {
    done: toasts.updated,
    failed: toasts.updateFailed,
    after: reloadProfile,
  });

export const useInvite = () =>
  useLoggedChange(accountsContract.inviteUser, {
    done: toasts.invited,
    failed: toasts.inviteFailed,
    after: refreshInvites,
  });

export const useEditInvite = () =>
  useLoggedChange(accountsContract.editUserInvite, {
    done: toasts.updated,
    failed: toasts.updateFailed,
    after: refreshInvites,
  });

export const useResendInvite = () =>
  useLoggedChange(accountsContract.resendUserInvite, {
    done: toasts.invited,
    failed: toasts.inviteFailed,
    after: refreshInvites,
  });

/** @param done names the person */
export const useCancelInvite = (done: string) =>
  useLoggedChange(accountsContract.deleteUserInvite, {
    done,
    failed: toasts.cancelFailed,
    after: refreshInvites,
  });

export const useRemoveInvite = () =>
  useLoggedChange(accountsContract.removeUserInvite, {
    done: toasts.inviteRemoved,
    failed: toasts.inviteNotRemoved,
    after: refreshInvites,
  });
