import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { InputOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { staffConciergeContract } from '../../conciergeContract.ts';
import type { CandidateKey, MessageFields } from '../../conciergeSchemas.ts';

type Contract = typeof staffConciergeContract;
type Asked<K extends keyof Contract> = InputOf<Contract[K]>;

const key = 'staff-concierge';
const list = { placeholderData: keepPreviousData, staleTime: 0 } as const;
/** What is being typed is never replaced; the version tells whether somebody else was there. */
const form = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const useCounts = () =>
  useQuery({
    queryKey: [key, 'counts'],
    queryFn: async ({ signal }) => (await call(staffConciergeContract.conciergeCounts, {}, { signal })).data,
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const useOptions = () =>
  useQuery({
    queryKey: ['staff-concierge-options'],
    queryFn: async ({ signal }) => (await call(staffConciergeContract.conciergeOptions, {}, { signal })).data,
    staleTime: 300_000,
  });

export const useStarters = () =>
  useQuery({
    queryKey: ['staff-concierge-starters'],
    queryFn: async ({ signal }) => (await call(staffConciergeContract.starterMessages, {}, { signal })).data,
    staleTime: Infinity,
  });

export const useMessages = (asked: Asked<'deskMessages'>) =>
  useQuery({
    queryKey: [key, 'messages', asked],
    queryFn: async ({ signal }) => (await call(staffConciergeContract.deskMessages, asked, { signal })).data,
    ...list,
  });

export const useMessage = (conciergeMessageId: string) =>
  useQuery({
    queryKey: [key, 'message', conciergeMessageId],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.deskMessage, { conciergeMessageId }, { signal })).data,
    ...form,
  });

/** Whom an audience reaches now; nothing while it names nobody. */
export const useReach = (audience: MessageFields['audience']) =>
  useQuery({
    queryKey: [key, 'reach', audience],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.messageReach, { audience }, { signal })).data,
    enabled: audience.kind === 'all' || audience.values.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });

export const useWeaknesses = (asked: Asked<'deskWeaknesses'>) =>
  useQuery({
    queryKey: [key, 'weaknesses', asked],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.deskWeaknesses, asked, { signal })).data,
    ...list,
  });

export const useWeakness = (orgId: string, weaknessId: string) =>
  useQuery({
    queryKey: [key, 'weakness', orgId, weaknessId],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.deskWeakness, { orgId, weaknessId }, { signal })).data,
    ...form,
  });

export const useCandidates = (asked: Asked<'deskCandidates'>) =>
  useQuery({
    queryKey: [key, 'candidates', asked],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.deskCandidates, asked, { signal })).data,
    ...list,
  });

export const useCandidate = (candidate: CandidateKey) =>
  useQuery({
    queryKey: [key, 'candidate', candidate],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.deskCandidate, candidate, { signal })).data,
    ...form,
  });

export const useConversations = (asked: Asked<'deskConversations'>) =>
  useQuery({
    queryKey: [key, 'conversations', asked],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.deskConversations, asked, { signal })).data,
    refetchInterval: 60_000,
    ...list,
  });

export const useConversation = (orgId: string, threadId: string) =>
  useQuery({
    queryKey: [key, 'conversation', orgId, threadId],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.deskConversation, { orgId, threadId }, { signal })).data,
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const useOrganizationState = (orgId: string) =>
  useQuery({
    queryKey: [key, 'organization', orgId],
    queryFn: async ({ signal }) =>
      (await call(staffConciergeContract.organizationState, { orgId }, { signal })).data,
    staleTime: 0,
  });

/** Everything that the desk shows of customers is asked for anew. */
export const renewConcierge = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [key] });

/** Somebody of the staff looks at it: what the customer wrote is seen. */
export async function noteSeen(orgId: string, threadId: string): Promise<void> {
  await call(staffConciergeContract.seeConversation, { orgId, threadId });
  await queryClient.invalidateQueries({ queryKey: [key, 'conversations'] });
  await queryClient.invalidateQueries({ queryKey: [key, 'counts'] });
}

/** For the titles of pages that show one thing of a customer. */
export const messageName = (id: string) =>
  named<{ title: string }>([key, 'message', id], ({ title }) => title);
export const weaknessName = (orgId: string, id: string) =>
  named<{ fields: { title: string } }>([key, 'weakness', orgId, id], ({ fields }) => fields.title);
export const threadName = (orgId: string, id: string) =>
  named<{ subject: string }>([key, 'conversation', orgId, id], ({ subject }) => subject);
export const customerName = (orgId: string) =>
  named<{ companyName: string }>([key, 'organization', orgId], ({ companyName }) => companyName);
export const candidateName = (orgId: string, search: URLSearchParams) =>
  named<{ fields: { title: string } }>(
    [key, 'candidate', { orgId, type: search.get('type') ?? '', asset: search.get('asset') ?? '' }],
    ({ fields }) => fields.title,
  );
