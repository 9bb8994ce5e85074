import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query.ts';
import { exportsContract, type Export } from '../contract.ts';

const key = [exportsContract.exports.path];
const watchEveryMs = 1500;

export const isAtWork = ({ state }: Export): boolean => state === 'waiting' || state === 'running';

/** Exports, asked for again and again while one is at work. */
export const useExports = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(exportsContract.exports, {}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? watchEveryMs : false),
  });

export const reloadExports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });
