import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { policiesContract } from '../contract.ts';
import { policiesPaths } from '../paths.ts';

type Calls = typeof policiesContract;
export type LoadedPolicy = ReplyOf<Calls['policyLoad']>;
export type SavedPolicy = InputOf<Calls['policySave']>['policy'];
export type Comparison = ReplyOf<Calls['policyCompare']>['data'];
export type CompanyValues = ReplyOf<Calls['companyValues']>['data'];
export type Approver = ReplyOf<Calls['approvers']>['data'][number];

export const policyKeys = {
  all: ['policies'] as const,
  list: ['policies', 'list'] as const,
  policy: (id: string, version: number | null) => ['policies', 'policy', id, version] as const,
  policyOf: (id: string) => ['policies', 'policy', id] as const,
  company: ['policies', 'company'] as const,
};

const listQuery = queryOptions({
  queryKey: policyKeys.list,
  queryFn: ({ signal }) => call(policiesContract.policyList, {}, { signal }),
});
export const usePolicyList = () => useQuery(listQuery);

const policyQuery = (id: string, version: number | null) =>
  queryOptions({
    queryKey: policyKeys.policy(id, version),
    queryFn: ({ signal }) => call(policiesContract.policyLoad, { policyType: id, version }, { signal }),
    // somebody else may have saved: what is opened is asked for anew
    staleTime: 0,
  });
export const usePolicy = (id: string, version: number | null) =>
  useQuery({ ...policyQuery(id, version), enabled: id !== '' });

/** As it stands now, past anything remembered. */
export const loadNow = (id: string, version: number | null): Promise<LoadedPolicy> =>
  call(policiesContract.policyLoad, { policyType: id, version });

export const useHistory = (id: string) =>
  useQuery({
    queryKey: [...policyKeys.policyOf(id), 'history'],
    queryFn: async ({ signal }) =>
      (await call(policiesContract.policyHistory, { policyType: id }, { signal })).data,
    staleTime: 0,
  });

export const useComparison = (id: string, from: number, to: number | 'template') =>
  useQuery({
    queryKey: [...policyKeys.policyOf(id), 'compare', from, to],
    queryFn: async ({ signal }): Promise<Comparison> =>
      (await call(policiesContract.policyCompare, { policyType: id, from, to }, { signal })).data,
    staleTime: 0,
  });

export const useApprovers = () =>
  useQuery({
    queryKey: ['policies', 'approvers'],
    queryFn: async ({ signal }) => (await call(policiesContract.approvers, {}, { signal })).data,
  });

export const useCompanyValues = () =>
  useQuery({
    queryKey: policyKeys.company,
    queryFn: async ({ signal }) => (await call(policiesContract.companyValues, {}, { signal })).data,
    staleTime: 0,
    // a form stands on it: it must not change under somebody's hands
    refetchOnReconnect: false,
  });

/** The version that an address names; null for whichever comes first. */
export const versionOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;

/** Starts loading what an address of this module shows, beside its code. */
export function prefetchPolicies(pathname: string): void {
  if (!currentSession().authenticated) return;
  const [id = '', version] = pathname
    .slice(policiesPaths.home.length)
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent);
  if (pathname === policiesPaths.fresh) return;
  if (id === '') void queryClient.prefetchQuery(listQuery);
  else void queryClient.prefetchQuery(policyQuery(id, versionOf(version)));
}

/** For the title of a policy's page. */
export const policyName = (id: string, version: string | undefined) =>
  named<LoadedPolicy>(policyKeys.policy(id, versionOf(version)), ({ data }) => data.name);
