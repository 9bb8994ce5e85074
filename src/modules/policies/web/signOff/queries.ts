import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#platform/endpoint.ts';
import { call, fileAddress } from '#platform/web/call.ts';
import { signOffContract, type Signer } from '../../signOffContract.ts';

type Calls = typeof signOffContract;
export type { Signer };
export type Standing = ReplyOf<Calls['signOff']>['data'];
export type AskedPolicy = Standing['policies'][number];
export type SignerFilter = Required<Pick<InputOf<Calls['signers']>, 'search' | 'only' | 'sort' | 'down'>> & {
  page: number;
};
export type AddedPerson = ReplyOf<Calls['addSigners']>['data'][number];

export const perPage = 10;
/** Below the key of all policies: whatever is approved or deleted there is asked for anew here too. */
export const signOffKey = ['policies', 'sign-off'] as const;

export const useStanding = () =>
  useQuery({
    queryKey: [...signOffKey, 'standing'],
    queryFn: async ({ signal }) => (await call(signOffContract.signOff, {}, { signal })).data,
  });

export const useSigners = (filter: SignerFilter) =>
  useQuery({
    queryKey: [...signOffKey, 'people', filter],
    queryFn: async ({ signal }) =>
      (await call(signOffContract.signers, { ...filter, pageSize: perPage }, { signal })).data,
    // what one looks at stays until the next page is there
    placeholderData: keepPreviousData,
  });

export const useSigner = (memberId: string) =>
  useQuery({
    queryKey: [...signOffKey, 'person', memberId],
    queryFn: async ({ signal }) => (await call(signOffContract.signer, { memberId }, { signal })).data,
    staleTime: 0,
  });

export const signaturesCsv = (policyType?: string): string =>
  fileAddress(signOffContract.exportSignatures, policyType === undefined ? {} : { policyType });
