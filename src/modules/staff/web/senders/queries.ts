import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { staffSendersContract } from '../../sendersContract.ts';

const key = 'staff-senders';

export const useSenders = (request: { open: 'true' | 'false'; page: number }) =>
  useQuery({
    queryKey: [key, 'list', request],
    queryFn: async ({ signal }) => (await call(staffSendersContract.staffSenders, request, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useSender = (orgId: string) =>
  useQuery({
    queryKey: [key, 'one', orgId],
    queryFn: async ({ signal }) => (await call(staffSendersContract.staffSender, { orgId }, { signal })).data,
    staleTime: 0,
  });

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
