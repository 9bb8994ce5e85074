import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '#platform/web/call.ts';
import { askToSubscribe } from './prompts/subscription.ts';
import { plansContract } from '../contract.ts';

/** A trial can end while a page is open: what is refused from then on says how to go on, and the page learns of it. */
export function useLockedCalls(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action as { error: unknown };
        if (!(error instanceof CallError) || error.code !== 'module-inactive') return;
        askToSubscribe('this tool');
        void client.invalidateQueries({ queryKey: [plansContract.featureUsageProfile.path] });
      }),
    [client],
  );
}
