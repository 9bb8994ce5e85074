import { keepPreviousData } from '@tanstack/react-query';
import type { InputOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { useData } from '#platform/web/useData.ts';
import { staffConciergeContract } from '../../conciergeContract.ts';
import type { CandidateKey, MessageFields } from '../../conciergeSchemas.ts';

type Contract = typeof staffConciergeContract;
type Asked<K extends keyof Contract> = InputOf<Contract[K]>;

const key = 'staff-concierge';
const list = { placeholderData: keepPreviousData, staleTime: 0 } as const;
/** What is being typed is never replaced; the version tells whether somebody else was there. */
const form = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const useCounts = () =>
  useData(
    [key, 'counts'],
    staffConciergeContract.conciergeCounts,
    {},
    { staleTime: 0, refetchInterval: 60_000 },
  );

export const useOptions = () =>
  useData(['staff-concierge-options'], staffConciergeContract.conciergeOptions, {}, { staleTime: 300_000 });

export const useStarters = () =>
  useData(['staff-concierge-starters'], staffConciergeContract.starterMessages, {}, { staleTime: Infinity });

export const useMessages = (asked: Asked<'deskMessages'>) =>
  useData([key, 'messages', asked], staffConciergeContract.deskMessages, asked, list);

export const useMessage = (conciergeMessageId: string) =>
  useData(
    [key, 'message', conciergeMessageId],
    staffConciergeContract.deskMessage,
    { conciergeMessageId },
    form,
  );

/** Whom an audience reaches now; nothing while it names nobody. */
export const useReach = (audience: MessageFields['audience']) =>
  useData(
    [key, 'reach', audience],
    staffConciergeContract.messageReach,
    { audience },
    {
      enabled: audience.kind === 'all' || audience.values.length > 0,
      placeholderData: keepPreviousData,
      retry: false,
    },
  );

export const useWeaknesses = (asked: Asked<'deskWeaknesses'>) =>
  useData([key, 'weaknesses', asked], staffConciergeContract.deskWeaknesses, asked, list);

export const useWeakness = (orgId: string, weaknessId: string) =>
  useData(
    [key, 'weakness', orgId, weaknessId],
    staffConciergeContract.deskWeakness,
    { orgId, weaknessId },
    form,
  );

export const useCandidates = (asked: Asked<'deskCandidates'>) =>
  useData([key, 'candidates', asked], staffConciergeContract.deskCandidates, asked, list);

export const useCandidate = (candidate: CandidateKey) =>
  useData([key, 'candidate', candidate], staffConciergeContract.deskCandidate, candidate, form);

export const useConversations = (asked: Asked<'deskConversations'>) =>
  useData([key, 'conversations', asked], staffConciergeContract.deskConversations, asked, {
    refetchInterval: 60_000,
    ...list,
  });

export const useConversation = (orgId: string, threadId: string) =>
  useData(
    [key, 'conversation', orgId, threadId],
    staffConciergeContract.deskConversation,
    { orgId, threadId },
    { staleTime: 0, refetchInterval: 60_000 },
  );

export const useOrganizationState = (orgId: string) =>
  useData(
    [key, 'organization', orgId],
    staffConciergeContract.organizationState,
    { orgId },
    { staleTime: 0 },
  );

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
