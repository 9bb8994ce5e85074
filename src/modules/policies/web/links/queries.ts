import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call, fileAddress } from '#platform/web/call.ts';
import { policyLinksContract } from '../../signOffContract.ts';

type Calls = typeof policyLinksContract;
export type Approval = ReplyOf<Calls['openApproval']>['data'];
export type Signing = ReplyOf<Calls['openSigning']>['data'];
export type PolicyToSign = Signing['policies'][number];

const approvalKey = (token: string) => ['policy-approval', token] as const;
const signingKey = (token: string) => ['policy-signing', token] as const;

export const useApproval = (token: string, enabled: boolean) =>
  useQuery({
    queryKey: approvalKey(token),
    queryFn: async ({ signal }) => (await call(policyLinksContract.openApproval, { token }, { signal })).data,
    enabled,
    // the text must not change under somebody's eyes; an answer to an old one is refused
    staleTime: Infinity,
    refetchOnReconnect: false,
  });

export const useSigning = (token: string) =>
  useQuery({
    queryKey: signingKey(token),
    queryFn: async ({ signal }) => (await call(policyLinksContract.openSigning, { token }, { signal })).data,
  });

export const useTextToSign = (token: string, policyType: string) =>
  useQuery({
    queryKey: [...signingKey(token), 'text', policyType],
    queryFn: async ({ signal }) =>
      (await call(policyLinksContract.readToSign, { token, policyType }, { signal })).data,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });

/** Takes in what was just signed, without asking again. */
export function useNoteSigned(token: string) {
  const client = useQueryClient();
  return {
    note: (policyType: string, signedAt: string): PolicyToSign[] => {
      const before = client.getQueryData<Signing>(signingKey(token));
      const policies = (before?.policies ?? []).map((one) =>
        one.id === policyType ? { ...one, signedAt } : one,
      );
      if (before) client.setQueryData<Signing>(signingKey(token), { ...before, policies });
      return policies;
    },
    /** List and texts as they stand now. */
    refresh: () => client.invalidateQueries({ queryKey: signingKey(token) }),
  };
}

export const approvalPdf = (token: string): string => fileAddress(policyLinksContract.approvalPdf, { token });
export const signingPdf = (token: string, policyType: string): string =>
  fileAddress(policyLinksContract.signingPdf, { token, policyType });
