import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/useChange.ts';
import { monitoringContract } from '../../contract.ts';
import { messageOf } from '../messages.ts';
import { monitoringKeys } from '../queries.ts';

export function useMakeIssueLink() {
  const client = useQueryClient();
  return useChange(monitoringContract.makeIssueLink, {
    done: ({ link }) => (link.email === null ? null : `Email sent to ${link.email}`),
    // the dialog says why
    failed: () => null,
    after: (_reply, { targetId, findingId }) =>
      client.invalidateQueries({ queryKey: monitoringKeys.issueOf(targetId, findingId) }),
  });
}

export function useWithdrawIssueLink() {
  const client = useQueryClient();
  return useChange(monitoringContract.withdrawIssueLink, {
    done: () => 'The link no longer works',
    failed: (error) => ({ failed: 'The link could not be withdrawn', reason: messageOf(error) }),
    after: (_reply, { targetId, findingId }) =>
      client.invalidateQueries({ queryKey: monitoringKeys.issueOf(targetId, findingId) }),
  });
}
