import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { logKey } from '#platform/web/query.ts';
import { auditContract, type Entry } from '../contract.ts';
import type { Kind } from '../words.ts';

export type { Entry };
export type EntryPage = ReplyOf<typeof auditContract.entries>;
/** Empty where there is no such filter. */
export type EntryFilter = { person: string; kind: Kind | ''; from: string; to: string; text: string };

/** The newest entries. What other screens just did belongs to them, so they are asked for each time. */
export const useRecent = (limit: number) =>
  useQuery({
    queryKey: [...logKey, 'recent', limit],
    queryFn: async ({ signal }): Promise<Entry[]> =>
      (await call(auditContract.entries, { limit }, { signal })).data,
    staleTime: 0,
  });

/** The entries that a filter finds, page after page. */
export const useEntries = (filter: EntryFilter) =>
  useInfiniteQuery({
    queryKey: [...logKey, 'found', filter],
    queryFn: ({ pageParam, signal }): Promise<EntryPage> =>
      call(auditContract.entries, { ...filter, before: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: EntryPage) => page.next ?? undefined,
    // what one looks at stays until the next answer is there
    placeholderData: (before) => before,
    staleTime: 0,
  });

export const usePeople = () =>
  useQuery({
    queryKey: [auditContract.people.path],
    queryFn: async ({ signal }) => (await call(auditContract.people, {}, { signal })).data,
    staleTime: 60_000,
  });
