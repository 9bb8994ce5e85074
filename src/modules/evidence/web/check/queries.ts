import type { ReplyOf } from '#platform/endpoint.ts';
import { useData } from '#platform/web/useData.ts';
import { packCheckContract } from '../../contract.ts';

export type CheckedPack = ReplyOf<(typeof packCheckContract)['checkPack']>['data'];

export const useCheckedPack = (code: string) =>
  useData(['evidence', 'check', code], packCheckContract.checkPack, { code }, { enabled: code !== '' });
