import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call, CallError } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { mailLinkContract, notifyContract } from '../contract.ts';
import { messageOf, saveFailed } from './messages.ts';

export type Choices = ReplyOf<(typeof notifyContract)['mailChoices']>['data'];
export type LinkChoices = ReplyOf<(typeof mailLinkContract)['openMailLink']>['data'];

const key = ['notifications', 'choices'] as const;
const choicesQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call(notifyContract.mailChoices, {}, { signal })).data,
});
export const useChoices = () => useQuery(choicesQuery);

/** What is chosen stands on the screen at once, and goes back where it could not be saved. */
export const useChoose = () =>
  useChange(notifyContract.chooseMails, {
    after: ({ data }) =>
      queryClient.setQueryData<Choices>(key, (before) => before && { ...before, choices: data.choices }) &&
      undefined,
    done: () => null,
    failed: (error) => ({ failed: saveFailed, reason: messageOf(error) }),
  });

const linkKey = (token: string) => ['notifications', 'link', token] as const;
export const useMailLink = (token: string) =>
  useQuery({
    queryKey: linkKey(token),
    queryFn: async ({ signal }) => (await call(mailLinkContract.openMailLink, { token }, { signal })).data,
    staleTime: 0,
  });

export const useChooseByLink = (token: string) =>
  useChange(mailLinkContract.chooseByMailLink, {
    after: ({ data }) => void queryClient.setQueryData<LinkChoices>(linkKey(token), data),
    done: () => null,
    failed: (error) => ({ failed: saveFailed, reason: messageOf(error) }),
  });

export const isDeadLink = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'link-invalid' || error.code === 'invalid');
