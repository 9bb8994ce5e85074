import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { takeAnswer } from '#platform/web/query.ts';
import { dashboardContract, type DashboardData } from '../contract.ts';

type Reply = ReplyOf<typeof dashboardContract.getModuleActivity>;

/** modules.md 9: how often a running scan is looked at. */
const pollMs = 15_000;

/** The numbers of the dashboard; while a scan runs they refresh by themselves. */
export const useModuleActivity = () =>
  useQuery({
    queryKey: [dashboardContract.getModuleActivity.path],
    queryFn: async ({ signal }): Promise<DashboardData> => (await call(dashboardContract.getModuleActivity, {}, { signal })).data,
    initialData: () => takeAnswer<Reply | null>('dashboard')?.data,
    // the answer is as old as the page that brought it
    initialDataUpdatedAt: performance.timeOrigin,
    // what was done in a module shows at once on coming back
    staleTime: 5000,
    refetchInterval: (query) => (query.state.data?.monitoring?.isScanInProgress ? pollMs : false),
  });
