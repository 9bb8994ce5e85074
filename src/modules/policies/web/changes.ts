import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/useChange.ts';
import { policiesContract } from '../contract.ts';
import type { Policy } from '../entities.ts';
import { isRefusal, messageOf, toasts } from './messages.ts';
import { policyKeys, type LoadedPolicy } from './queries.ts';

function showPolicy(client: QueryClient, policy: Policy): void {
  const key = policyKeys.policy(policy.id, policy.version);
  const before = client.getQueryData<LoadedPolicy>(key);
  client.setQueryData<LoadedPolicy>(key, { data: policy, storageList: before?.storageList ?? [] });
}

/** Puts a policy that is at hand where its page looks for it: the editor then outlives the change to its address. */
export function useShowPolicy() {
  const client = useQueryClient();
  return (policy: Policy) => showPolicy(client, policy);
}

/** Puts what a change answered in the place of what was loaded; everything else is asked for anew. */
async function keepPolicy(client: QueryClient, policy: Policy): Promise<void> {
  showPolicy(client, policy);
  await client.invalidateQueries({
    queryKey: policyKeys.all,
    predicate: ({ queryKey }) => queryKey[1] !== 'company',
  });
}

const failing = (client: QueryClient, failed: string) => (error: unknown) => {
  // a dialog of its own says more about it
  if (isRefusal(error, 'changed-meanwhile')) return null;
  if (isRefusal(error, 'text-changed')) void client.invalidateQueries({ queryKey: policyKeys.all });
  return { failed, reason: messageOf(error) };
};

export function useSavePolicy() {
  const client = useQueryClient();
  return useChange(policiesContract.policySave, {
    after: ({ data }) => void keepPolicy(client, data),
    done: (_reply, { policy }) =>
      policy.status === 'Active'
        ? toasts.approved
        : policy.mode === 'sent'
          ? `Draft sent to ${policy.approver}.`
          : toasts.saved,
    failed: failing(client, toasts.failed),
  });
}

export function useTakeNewTemplate() {
  const client = useQueryClient();
  return useChange(policiesContract.takeNewTemplate, {
    after: ({ data }) => void keepPolicy(client, data),
    done: () => toasts.saved,
    failed: failing(client, toasts.failed),
  });
}

export function useDeleteDraft() {
  const client = useQueryClient();
  return useChange(policiesContract.policyDelete, {
    after: (_reply, { id }) => {
      client.removeQueries({ queryKey: policyKeys.policyOf(id) });
      void client.invalidateQueries({ queryKey: policyKeys.all });
    },
    done: () => toasts.deleted,
    failed: failing(client, 'The draft could not be deleted.'),
  });
}

export function useSaveCompanyValues() {
  const client = useQueryClient();
  return useChange(policiesContract.saveCompanyValues, {
    after: () => void client.invalidateQueries({ queryKey: policyKeys.all }),
    done: () => 'Company details saved.',
    failed: failing(client, 'Company details could not be saved.'),
  });
}
