import { keepPreviousData } from '@tanstack/react-query';
import { queryClient } from '#platform/web/query.ts';
import { useData } from '#platform/web/useData.ts';
import { staffJobsContract } from '../../jobsContract.ts';
import { staffLogContract } from '../../logContract.ts';
import type { ActKind } from '../../deskLog.ts';

const jobs = 'staff-jobs';

/** Looked at while one waits for something: asked for again each half minute. */
export const useQueues = () =>
  useData([jobs, 'queues'], staffJobsContract.staffQueues, {}, { refetchInterval: 30_000, staleTime: 0 });

export type Found = { search: string; page: number };
const common = { placeholderData: keepPreviousData, staleTime: 0 } as const;

export const useFailedJobs = (request: Found & { queue: string }) =>
  useData([jobs, 'failed', request], staffJobsContract.failedJobs, request, common);

export const useFailedScans = (request: Found) =>
  useData([jobs, 'scans', request], staffJobsContract.failedScans, request, common);

export const useFailedMails = (request: Found) =>
  useData([jobs, 'mails', request], staffJobsContract.failedMails, request, common);

export const renewJobs = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [jobs] });

/** Empty where there is no such filter. */
type LogRequest = { kind: ActKind | ''; person: string; search: string; page: number };
export const useLog = (request: LogRequest) =>
  useData(['staff-log', request], staffLogContract.deskLog, request, common);

export const useLogPeople = () => useData(['staff-log-people'], staffLogContract.deskLogPeople, {});
