import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { accountsContract } from '#modules/accounts/contract.ts';
import type { Endpoint, InputOf, ReplyOf } from '#platform/endpoint.ts';
import { auditContract } from '#modules/audit/contract.ts';
import { call, CallError } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { toast } from '#ui/toast.ts';
import { organizationContract } from '../../contract.ts';
import { reloadProfile } from '../queries.ts';
import { refreshAdmins, refreshInvites } from './queries.ts';
import { toasts } from './wording.ts';

type AnyEndpoint = Endpoint<any, any, any, any>;
type Change<E extends AnyEndpoint> = { done: string; failed: string; after: (given: InputOf<E>) => Promise<unknown> };

/** Takes back what an earlier attempt complained about. */
const hideToast = (id: string): void => void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));

/** A call that changes something, told in a toast either way, once the screen shows it. */
function useChange<E extends AnyEndpoint>(endpoint: E, change: Change<E>) {
  const complaint = useRef<string | null>(null);
  return useMutation<ReplyOf<E>, unknown, InputOf<E>>({
    mutationFn: (given) => {
      if (complaint.current) hideToast(complaint.current);
      complaint.current = null;
      return call(endpoint, given);
    },
    onSuccess: async (_reply, given) => {
      await change.after(given);
      // what was done is in the activity log by now
      void queryClient.invalidateQueries({ queryKey: [auditContract.entries.path] });
      if (change.done) toast.success(change.done);
    },
    onError: (error) => {
      complaint.current = toast.danger(change.failed);
      if (!(error instanceof CallError) || error.status >= 500) void logError(error, { endpoint: endpoint.path });
    },
  });
}

/** Changes an administrator; one's own details are the page's profile too. */
export const useEditUser = (failed: string = toasts.editFailed) =>
  useChange(organizationContract.editUser, {
    done: toasts.updated,
    failed,
    after: ({ cognitoId }) => Promise.all([refreshAdmins(), cognitoId === currentSession().cognitoId ? reloadProfile() : undefined]),
  });

export const useRemoveUser = () =>
  useChange(organizationContract.removeUser, { done: toasts.removed, failed: toasts.removeFailed, after: refreshAdmins });

export const useChangeCompany = () =>
  useChange(organizationContract.companyUpdate, { done: toasts.updated, failed: toasts.updateFailed, after: reloadProfile });

export const useInvite = () =>
  useChange(accountsContract.inviteUser, { done: toasts.invited, failed: toasts.inviteFailed, after: refreshInvites });

export const useEditInvite = () =>
  useChange(accountsContract.editUserInvite, { done: toasts.updated, failed: toasts.updateFailed, after: refreshInvites });

export const useResendInvite = () =>
  useChange(accountsContract.resendUserInvite, { done: toasts.invited, failed: toasts.inviteFailed, after: refreshInvites });

/** @param done names the person */
export const useCancelInvite = (done: string) =>
  useChange(accountsContract.deleteUserInvite, { done, failed: toasts.cancelFailed, after: refreshInvites });

export const useRemoveInvite = () =>
  useChange(accountsContract.removeUserInvite, { done: toasts.inviteRemoved, failed: toasts.inviteNotRemoved, after: refreshInvites });
