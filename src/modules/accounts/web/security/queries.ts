import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { queryClient, setSession } from '#platform/web/query.ts';
import { accountsContract } from '../../contract.ts';
import { securityContract } from '../../securityContract.ts';
import { notifyTabs } from '../session/sessionChannel.ts';

const factorKey = [securityContract.secondFactor.path];
const sessionsKey = [securityContract.ownSessions.path];
const policyKey = [securityContract.secondFactorPolicy.path];

export const useSecondFactor = () =>
  useQuery({
    queryKey: factorKey,
    queryFn: async ({ signal }) => (await call(securityContract.secondFactor, {}, { signal })).data,
  });

export const useOwnSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(securityContract.ownSessions, {}, { signal })).data,
  });

export const useSecondFactorPolicy = () =>
  useQuery({
    queryKey: policyKey,
    queryFn: async ({ signal }) => (await call(securityContract.secondFactorPolicy, {}, { signal })).data,
  });

/** Asks again for everything that a change of the second factor or of sessions may have changed. */
export const reloadSecurity = async (): Promise<void> => {
  await Promise.all(
    [factorKey, sessionsKey, policyKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
};

/** Learns what this session may do now, here and in the other tabs. */
export async function renewSession(): Promise<void> {
  const state = await call(accountsContract.check, { touch: true });
  setSession(state);
  notifyTabs({ kind: 'session', state });
}
