import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query.ts';
import { staffJobsContract } from '../../jobsContract.ts';
import { staffLogContract } from '../../logContract.ts';
import type { ActKind } from '../../deskLog.ts';

const jobs = 'staff-jobs';

/** Looked at while one waits for something: asked for again each half minute. */
export const useQueues = () =>
  useQuery({
    queryKey: [jobs, 'queues'],
    queryFn: async ({ signal }) => (await call(staffJobsContract.staffQueues, {}, { signal })).data,
    refetchInterval: 30_000,
    staleTime: 0,
  });

export type Found = { search: string; page: number };
const common = { placeholderData: keepPreviousData, staleTime: 0 } as const;

export const useFailedJobs = (request: Found & { queue: string }) =>
  useQuery({
    queryKey: [jobs, 'failed', request],
    queryFn: async ({ signal }) => (await call(staffJobsContract.failedJobs, request, { signal })).data,
    ...common,
  });

export const useFailedScans = (request: Found) =>
  useQuery({
    queryKey: [jobs, 'scans', request],
    queryFn: async ({ signal }) => (await call(staffJobsContract.failedScans, request, { signal })).data,
    ...common,
  });

export const useFailedMails = (request: Found) =>
  useQuery({
    queryKey: [jobs, 'mails', request],
    queryFn: async ({ signal }) => (await call(staffJobsContract.failedMails, request, { signal })).data,
    ...common,
  });

export const renewJobs = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [jobs] });

/** Empty where there is no such filter. */
export type LogRequest = { kind: ActKind | ''; person: string; search: string; page: number };
export const useLog = (request: LogRequest) =>
  useQuery({
    queryKey: ['staff-log', request],
    queryFn: async ({ signal }) => (await call(staffLogContract.deskLog, request, { signal })).data,
    ...common,
  });

export const useLogPeople = () =>
  useQuery({
    queryKey: ['staff-log-people'],
    queryFn: async ({ signal }) => (await call(staffLogContract.deskLogPeople, {}, { signal })).data,
  });
