import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { InputOf, ReplyOf } from '#platform/endpoint.ts';
import { call, CallError } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { toast } from '#ui/toast.ts';
import { policiesContract } from '../contract.ts';
import type { Policy } from '../entities.ts';
import { isRefusal, messageOf, toasts } from './messages.ts';
import { policyKeys, type LoadedPolicy } from './queries.ts';
import classes from './Policies.module.css';

type Calls = typeof policiesContract;

/** Takes back what an earlier attempt complained about. */
const hideToast = (id: string): void => void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));

const withReason = (failed: string, reason: string): ReactNode => (
  <>
    <div>{failed}</div>
    <div className={classes.reason}>{reason}</div>
  </>
);

/** Puts what a change answered in the place of what was loaded; everything else is asked for anew. */
async function keepPolicy(client: QueryClient, policy: Policy): Promise<void> {
  const key = policyKeys.policy(policy.id, policy.version);
  const before = client.getQueryData<LoadedPolicy>(key);
  client.setQueryData<LoadedPolicy>(key, { data: policy, storageList: before?.storageList ?? [] });
  await client.invalidateQueries({ queryKey: policyKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'company' });
}

type Change<E extends Calls[keyof Calls]> = {
  /** What the toast says on success, if anything. */
  done: (given: InputOf<E>) => string | null;
  failed: string;
  after: (client: QueryClient, reply: ReplyOf<E>, given: InputOf<E>) => Promise<unknown> | void;
};

/** A call that changes something, told in a toast either way (modules.md 8). */
function useChange<E extends Calls[keyof Calls]>(endpoint: E, change: Change<E>) {
  const client = useQueryClient();
  const complaint = useRef<string | null>(null);
  return useMutation<ReplyOf<E>, unknown, InputOf<E>>({
    mutationFn: (given) => {
      if (complaint.current) hideToast(complaint.current);
      complaint.current = null;
      return call(endpoint, given);
    },
    onSuccess: (reply, given) => {
      void change.after(client, reply, given);
      const words = change.done(given);
      if (words) toast.success(words);
    },
    onError: (error) => {
      // a dialog of its own says more about it
      if (isRefusal(error, 'changed-meanwhile')) return;
      if (isRefusal(error, 'text-changed')) void client.invalidateQueries({ queryKey: policyKeys.all });
      const reason = messageOf(error);
      complaint.current = toast.danger(withReason(change.failed, reason), { announce: `${change.failed} ${reason}` });
      if (!(error instanceof CallError) || error.status >= 500) void logError(error, { endpoint: endpoint.path });
    },
  });
}

export const useSavePolicy = () =>
  useChange(policiesContract.policySave, {
    done: ({ policy }) =>
      policy.status === 'Active' ? toasts.approved : policy.mode === 'sent' ? `Draft sent to ${policy.approver}.` : toasts.saved,
    failed: toasts.failed,
    after: (client, { data }) => keepPolicy(client, data),
  });

export const useTakeNewTemplate = () =>
  useChange(policiesContract.takeNewTemplate, {
    done: () => toasts.saved,
    failed: toasts.failed,
    after: (client, { data }) => keepPolicy(client, data),
  });

export const useDeleteDraft = () =>
  useChange(policiesContract.policyDelete, {
    done: () => toasts.deleted,
    failed: 'The draft could not be deleted.',
    after: (client, _reply, { id }) => {
      client.removeQueries({ queryKey: policyKeys.policyOf(id) });
      return client.invalidateQueries({ queryKey: policyKeys.all });
    },
  });

export const useSaveCompanyValues = () =>
  useChange(policiesContract.saveCompanyValues, {
    done: () => 'Company details saved.',
    failed: 'Company details could not be saved.',
    after: (client) => client.invalidateQueries({ queryKey: policyKeys.all }),
  });
