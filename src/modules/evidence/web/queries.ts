import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { evidenceContract, type Pack } from '../contract.ts';
import { messageOf } from './messages.ts';

const key = ['evidence', 'packs'];

const packsQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, page],
    queryFn: async ({ signal }) => (await call(evidenceContract.packs, { page }, { signal })).data,
  });
export const usePacks = (page: number) =>
  useQuery({ ...packsQuery(page), placeholderData: keepPreviousData });

/** Asks for what the screen shows, while its code still loads. */
export function prefetchPacks(): void {
  if (currentSession().authenticated) void queryClient.prefetchQuery(packsQuery(1));
}

/** Makes a pack; `ready` is told of it once the list shows it. */
export const useMakePack = (ready: (pack: Pack) => void) =>
  useChange(evidenceContract.makePack, {
    after: () => queryClient.invalidateQueries({ queryKey: key }),
    done: ({ data }) => {
      ready(data);
      return 'Your evidence pack is ready.';
    },
    failed: (error) => ({ failed: 'The evidence pack could not be made.', reason: messageOf(error) }),
  });

export const useWithdrawPack = (done: () => void) =>
  useChange(evidenceContract.withdrawPack, {
    after: () => queryClient.invalidateQueries({ queryKey: key }),
    done: () => {
      done();
      return 'Evidence pack withdrawn.';
    },
    failed: (error) => ({ failed: 'The evidence pack could not be withdrawn.', reason: messageOf(error) }),
  });
