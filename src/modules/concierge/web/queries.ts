import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { InputOf } from '#platform/endpoint.ts';
import { call, fileAddress } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { conciergeContract } from '../contract.ts';

type Calls = typeof conciergeContract;
export type MessageFilter = Required<Pick<InputOf<Calls['cyberConciergeAlerts']>, 'search' | 'show'>> & {
  page: number;
};
export type WeaknessFilter = {
  page: number;
  search: string;
  severity: InputOf<Calls['cyberConciergeWeaknesses']>['severity'];
  status: InputOf<Calls['cyberConciergeWeaknesses']>['status'];
  sort: NonNullable<InputOf<Calls['cyberConciergeWeaknesses']>['sort']>;
  down: boolean;
};
export type ThreadFilter = Required<Pick<InputOf<Calls['conversations']>, 'search' | 'show'>> & {
  page: number;
};

export const conciergeKeys = {
  all: ['concierge'] as const,
  messages: ['concierge', 'messages'] as const,
  message: (id: string) => ['concierge', 'message', id] as const,
  weaknesses: ['concierge', 'weaknesses'] as const,
  weakness: (id: string) => ['concierge', 'weakness', id] as const,
  threads: ['concierge', 'threads'] as const,
  thread: (id: string) => ['concierge', 'thread', id] as const,
};

export const firstMessages: MessageFilter = { page: 1, search: '', show: 'all' };
export const firstWeaknesses: WeaknessFilter = {
  page: 1,
  search: '',
  severity: undefined,
  status: undefined,
  sort: 'status',
  down: false,
};
export const firstThreads: ThreadFilter = { page: 1, search: '', show: 'all' };

const configQuery = queryOptions({
  queryKey: ['concierge', 'config'],
  queryFn: async ({ signal }) => (await call(conciergeContract.cyberConciergeConfig, {}, { signal })).config,
  staleTime: 300_000,
});
export const useConciergeConfig = () => useQuery(configQuery);

const incidentQuery = queryOptions({
  queryKey: ['concierge', 'incident'],
  queryFn: ({ signal }) => call(conciergeContract.incidentGuide, {}, { signal }),
  staleTime: Infinity,
});
export const useIncidentGuide = () => useQuery(incidentQuery);
export const incidentPdf = (fileName: string): string =>
  fileAddress(conciergeContract.incidentPdf, { fileName });

const messagesQuery = (filter: MessageFilter) =>
  queryOptions({
    queryKey: [...conciergeKeys.messages, filter],
    queryFn: ({ signal }) => call(conciergeContract.cyberConciergeAlerts, filter, { signal }),
  });
/** A page of messages; what one looks at stays until the next page is there. */
export const useMessages = (filter: MessageFilter) =>
  useQuery({ ...messagesQuery(filter), placeholderData: keepPreviousData });

const messageQuery = (conciergeMessageId: string) =>
  queryOptions({
    queryKey: conciergeKeys.message(conciergeMessageId),
    queryFn: async ({ signal }) =>
      (await call(conciergeContract.cyberConciergeAlert, { conciergeMessageId }, { signal })).alert,
  });
export const useMessage = (id: string) => useQuery(messageQuery(id));

const weaknessesQuery = ({ down, ...filter }: WeaknessFilter) =>
  queryOptions({
    queryKey: [...conciergeKeys.weaknesses, { down, ...filter }],
    queryFn: ({ signal }) =>
      call(
        conciergeContract.cyberConciergeWeaknesses,
        { ...filter, down: down ? 'true' : 'false' },
        { signal },
      ),
  });
export const useWeaknesses = (filter: WeaknessFilter) =>
  useQuery({ ...weaknessesQuery(filter), placeholderData: keepPreviousData });

const weaknessQuery = (weaknessId: string) =>
  queryOptions({
    queryKey: conciergeKeys.weakness(weaknessId),
    queryFn: async ({ signal }) =>
      (await call(conciergeContract.weakness, { weaknessId }, { signal })).weakness,
  });
export const useWeakness = (id: string) => useQuery(weaknessQuery(id));

const threadsQuery = (filter: ThreadFilter) =>
  queryOptions({
    queryKey: [...conciergeKeys.threads, filter],
    queryFn: ({ signal }) => call(conciergeContract.conversations, filter, { signal }),
  });
export const useThreads = (filter: ThreadFilter) =>
  useQuery({ ...threadsQuery(filter), placeholderData: keepPreviousData });

const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: conciergeKeys.thread(threadId),
    queryFn: ({ signal }) => call(conciergeContract.conversation, { threadId }, { signal }),
    // an answer may come while somebody looks
    refetchInterval: 60_000,
  });
export const useThread = (id: string) => useQuery(threadQuery(id));

/** Starts the data of a screen beside its code. */
export function prefetchConcierge(pathname: string): void {
  const [, , tab = 'about', id] = pathname.split('/').map((part) => decodeURIComponent(part));
  const ask = (query: Parameters<typeof queryClient.prefetchQuery>[0]) =>
    void queryClient.prefetchQuery(query);
  if (tab === 'incident') return ask(incidentQuery as never);
  if (id) {
    if (tab === 'messages') ask(messageQuery(id) as never);
    if (tab === 'weaknesses') ask(weaknessQuery(id) as never);
    if (tab === 'conversations') ask(threadQuery(id) as never);
    return;
  }
  ask(configQuery as never);
  if (tab === 'messages' || tab === 'about') ask(messagesQuery(firstMessages) as never);
  if (tab === 'weaknesses' || tab === 'about') ask(weaknessesQuery(firstWeaknesses) as never);
  if (tab === 'conversations') ask(threadsQuery(firstThreads) as never);
}

/** For the titles of pages that show one thing. */
export const messageName = (id: string) =>
  named<{ title: string }>(conciergeKeys.message(id), ({ title }) => title);
export const weaknessName = (id: string) =>
  named<{ title: string }>(conciergeKeys.weakness(id), ({ title }) => title);
export const threadName = (id: string) =>
  named<{ thread: { subject: string } }>(conciergeKeys.thread(id), ({ thread }) => thread.subject);
