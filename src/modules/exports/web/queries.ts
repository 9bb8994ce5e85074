import { queryClient } from '#platform/web/query.ts';
import { useData } from '#platform/web/useData.ts';
import { exportsContract, type Export } from '../contract.ts';

const key = [exportsContract.exports.path];
const watchEveryMs = 1500;

export const isAtWork = ({ state }: Export): boolean => state === 'waiting' || state === 'running';

/** Exports, asked for again and again while one is at work. */
export const useExports = () =>
  useData(
    key,
    exportsContract.exports,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? watchEveryMs : false) },
  );

export const reloadExports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });
