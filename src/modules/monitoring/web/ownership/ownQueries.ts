import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { useChange } from '#platform/web/useChange.ts';
import { monitoringContract } from '../../contract.ts';
import { messageOf } from '../messages.ts';
import { keepTargets, monitoringKeys, refreshWebsite } from '../queries.ts';

export type WebsiteProofReply = ReplyOf<(typeof monitoringContract)['loadWebsiteProof']>;
export type ScanSettingsReply = ReplyOf<(typeof monitoringContract)['loadScanSettings']>;

const keys = {
  proof: (targetId: string) => [...monitoringKeys.website(targetId), 'proof'] as const,
  settings: (targetId: string) => [...monitoringKeys.website(targetId), 'settings'] as const,
};

const proofQuery = (targetId: string) =>
  queryOptions({
    queryKey: keys.proof(targetId),
    queryFn: ({ signal }) => call(monitoringContract.loadWebsiteProof, { targetId }, { signal }),
  });
/** How the website is proved, and whether it is. */
export const useWebsiteProof = (targetId: string) => useQuery(proofQuery(targetId));

export function useCheckProof(targetId: string) {
  const client = useQueryClient();
  return useChange(monitoringContract.checkWebsiteProof, {
    done: ({ proved }) => (proved ? 'Your ownership of the website is verified' : null),
    // the dialog says why
    failed: () => null,
    after: ({ ownership }) => {
      keepTargets(client, (targets) =>
        targets.map((one) => (one.targetId === targetId ? { ...one, ownership } : one)),
      );
      client.setQueryData<WebsiteProofReply>(
        keys.proof(targetId),
        (known) => known && { ...known, ownership },
      );
      void client.invalidateQueries({ queryKey: monitoringKeys.targets });
    },
  });
}

const settingsQuery = (targetId: string) =>
  queryOptions({
    queryKey: keys.settings(targetId),
    queryFn: ({ signal }) => call(monitoringContract.loadScanSettings, { targetId }, { signal }),
  });
/** As it is when the form opens: what comes in meanwhile does not change it under the person's hands. */
export const useScanSettings = (targetId: string) =>
  useQuery({ ...settingsQuery(targetId), gcTime: 0, staleTime: Infinity });

export function useSaveScanSettings(targetId: string) {
  const client = useQueryClient();
  return useChange(monitoringContract.saveScanSettings, {
    done: () => 'Scan settings are saved',
    failed: (error) => ({ failed: 'The scan settings could not be saved', reason: messageOf(error) }),
    after: () => void refreshWebsite(client, targetId),
  });
}
