import { keepPreviousData } from '@tanstack/react-query';
import { named } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { useData } from '#platform/web/useData.ts';
import { staffSendersContract } from '../../sendersContract.ts';

const key = 'staff-senders';

export const useSenders = (request: { open: 'true' | 'false'; page: number }) =>
  useData([key, 'list', request], staffSendersContract.staffSenders, request, {
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useSender = (orgId: string) =>
  useData([key, 'one', orgId], staffSendersContract.staffSender, { orgId }, { staleTime: 0 });

export const useDecideSender = () =>
  useChange(staffSendersContract.decideSender, {
    after: () => void queryClient.invalidateQueries({ queryKey: [key] }),
    done: (_reply, { stop }) => (stop ? 'Email to others is stopped.' : 'Email to others is allowed again.'),
    // the dialog says why
    failed: () => null,
  });

/** For the title of a sender's page. */
export const senderName = (orgId: string) =>
  named<{ companyName: string }>([key, 'one', orgId], ({ companyName }) => companyName);
