import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { packCheckContract } from '../../contract.ts';

export type CheckedPack = ReplyOf<(typeof packCheckContract)['checkPack']>['data'];

export const useCheckedPack = (code: string) =>
  useQuery({
    queryKey: ['evidence', 'check', code],
    queryFn: async ({ signal }) => (await call(packCheckContract.checkPack, { code }, { signal })).data,
    enabled: code !== '',
  });
