import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { issueLinkContract } from '../../issueLinkCalls.ts';

type Calls = typeof issueLinkContract;
export type LinkedIssue = ReplyOf<Calls['openIssueLink']>['data'];
export type Standing = ReplyOf<Calls['issueLinkStanding']>['data'];

const issueKey = (token: string) => ['issue-link', token] as const;
const standingKey = (token: string) => [...issueKey(token), 'standing'] as const;
const pollSeconds = 3;

/** Opened once for each visit: the organization's log has a line for it. */
export const useLinkedIssue = (token: string) =>
  useQuery({
    queryKey: issueKey(token),
    queryFn: async ({ signal }) => (await call(issueLinkContract.openIssueLink, { token }, { signal })).data,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** For the title of the developer's page. */
export const linkedIssueName = (token: string) =>
  named<LinkedIssue>(issueKey(token), ({ issue: { title } }) => title);

const isUnderWay = ({ retest }: Standing): boolean =>
  retest?.status === 'waiting' || retest?.status === 'running';

/** How the check goes, asked again while one is under way. */
export const useStanding = (token: string, first: Standing) =>
  useQuery({
    queryKey: standingKey(token),
    queryFn: async ({ signal }) =>
      (await call(issueLinkContract.issueLinkStanding, { token }, { signal })).data,
    initialData: first,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollSeconds * 1000 : false),
  });

export function useReportFixed(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: { answers: number; name: string; note: string }) =>
      (await call(issueLinkContract.reportFixed, { token, ...given })).data,
    onSuccess: (standing) => client.setQueryData<Standing>(standingKey(token), standing),
    // another window may have answered
    onError: () => client.invalidateQueries({ queryKey: standingKey(token) }),
  });
}
