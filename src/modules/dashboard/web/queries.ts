import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { countsKey, currentSession, queryClient, takeAnswer } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { dashboardContract, type DashboardData } from '../contract.ts';
import { messageOf } from './messages.ts';

type Reply = ReplyOf<typeof dashboardContract.getModuleActivity>;

/** modules.md 9: how often a running scan is looked at. */
const pollMs = 15_000;

const activityQuery = queryOptions({
  queryKey: countsKey,
  queryFn: async ({ signal }): Promise<DashboardData> =>
    (await call(dashboardContract.getModuleActivity, {}, { signal })).data,
  initialData: () => takeAnswer<Reply | null>('dashboard')?.data,
  // the answer is as old as the page that brought it
  initialDataUpdatedAt: performance.timeOrigin,
  // what was done in a module shows at once on coming back
  staleTime: 5000,
});

/** Starts loading the numbers before the page that shows them is open. */
export const prefetchDashboard = (): void => {
  if (currentSession().authenticated) void queryClient.prefetchQuery(activityQuery);
};

/**
 * The numbers of the dashboard; while a scan or a measurement runs they refresh by themselves. platform.md 4: `FAILED` also
 * while older numbers are still there.
 */
export function useModuleActivity() {
  const query = useQuery({
    ...activityQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.monitoring?.isScanInProgress || data?.ratings?.state === 'measuring' ? pollMs : false,
  });
  const { data, error, isFetching, refetch } = query;
  const status = error ? 'FAILED' : data ? 'SUCCESS' : 'LOADING';
  return { status, data, error, isFetching, retry: () => void refetch() } as const;
}

const keep = ({ data }: Reply) => void queryClient.setQueryData(countsKey, data);

/** Takes back that an action was put off. */
export const useRestore = () =>
  useChange(dashboardContract.restoreAction, {
    after: keep,
    done: () => null,
    failed: (error) => ({ failed: 'It could not be brought back.', reason: messageOf(error) }),
  });

/** Puts an action off. */
export const useSnooze = (undo: (action: string) => void) =>
  useChange(dashboardContract.snoozeAction, {
    after: (reply, { action }) => {
      keep(reply);
      undo(action);
    },
    done: () => null,
    failed: (error) => ({ failed: 'It could not be put off.', reason: messageOf(error) }),
  });
