import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { monitoringContract } from '../contract.ts';
import type { ScanWire, ScheduleWire } from '../entities.ts';
import { nameKey, pollSeconds } from '../rules.ts';
import { isRefusal } from './messages.ts';
import { selectWebsite } from './issues/selection.ts';
import { listAskedFor, type WebsiteListFilter } from './websites/websiteListFilter.ts';

type Calls = typeof monitoringContract;
export type TargetList = ReplyOf<Calls['loadTargetList']>;
export type Target = TargetList['targetList'][number];
export type IssuePage = ReplyOf<Calls['loadIssues']>;
export type ScanFindings = ReplyOf<Calls['loadScanFindings']>;
/** Takes the page to a website. */
export type ShowWebsite = (website: Pick<Target, 'targetId' | 'targetName'>) => Promise<void>;
type Synced = ReplyOf<Calls['syncScans']>;
/** What is known of one website, with one page of its scans. */
export type Live = { scans: Synced['scans']; schedule: ScheduleWire | null };

export type IssueFilter = Omit<BodyOf<Calls['loadIssues']>, 'targetId' | 'page'>;
export const firstIssueFilter: IssueFilter = {
  state: 'open',
  search: '',
  sort: 'severity',
  descending: true,
  grouped: false,
};

export const monitoringKeys = {
  targets: ['monitoring', 'targets'] as const,
  list: ['monitoring', 'list'] as const,
  website: (targetId: string) => ['monitoring', 'website', targetId] as const,
  live: (targetId: string, page: number) => ['monitoring', 'website', targetId, 'live', page] as const,
  liveOf: (targetId: string) => ['monitoring', 'website', targetId, 'live'] as const,
  issuesOf: (targetId: string) => ['monitoring', 'website', targetId, 'issues'] as const,
  issueOf: (targetId: string, findingId: string, scanId?: string) =>
    ['monitoring', 'website', targetId, 'issue', findingId, scanId ?? null] as const,
  findings: (scanId: string, page: number) => ['monitoring', 'findings', scanId, page] as const,
};

const targetsQuery = queryOptions({
  queryKey: monitoringKeys.targets,
  queryFn: ({ signal }) => call(monitoringContract.loadTargetList, {}, { signal }),
});
export const useTargets = () => useQuery(targetsQuery);

const scanningPollSeconds = 5;
const listQuery = (filter: WebsiteListFilter) =>
  queryOptions({
    queryKey: [...monitoringKeys.list, filter],
    queryFn: ({ signal }) => call(monitoringContract.loadWebsites, filter, { signal }),
  });
/** The list of websites, kept fresh while it is looked at. */
export const useWebsiteList = (filter: WebsiteListFilter) =>
  useQuery({
    ...listQuery(filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.websites.some((website) => website.state === 'scanning')
        ? scanningPollSeconds
        : pollSeconds) * 1000,
    refetchOnWindowFocus: true,
  });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The website that an address of an issue names, by its id or by its name; null while that is not known. */
export function useTargetId(segment: string): { targetId: string | null; failed: boolean } {
  const isId = uuid.test(segment);
  const targets = useQuery({ ...targetsQuery, enabled: !isId });
  if (isId) return { targetId: segment, failed: false };
  const found = targets.data?.targetList.find(({ targetName }) => nameKey(targetName) === nameKey(segment));
  return {
    targetId: found?.targetId ?? null,
    failed: targets.isError || (targets.data !== undefined && !found),
  };
}

/** The first look counts as activity of the person; what the screen repeats by itself does not. */
const liveQuery = (targetId: string, page: number) =>
  queryOptions({
    queryKey: monitoringKeys.live(targetId, page),
    queryFn: async ({ client, signal }): Promise<Live> => {
      if (client.getQueryData(monitoringKeys.live(targetId, page)) === undefined) {
        const [{ scanMap }, { scheduleMap }] = await Promise.all([
          call(monitoringContract.loadScanMap, { targetId, page }, { signal }),
          call(monitoringContract.loadScheduleMap, {}, { signal }),
        ]);
        return { scans: scanMap[targetId]!, schedule: scheduleMap[targetId]?.[0] ?? null };
      }
      const { scans, schedules } = await call(monitoringContract.syncScans, { targetId, page }, { signal });
      return { scans, schedule: schedules[0] ?? null };
    },
  });

/** While a scan runs its progress is followed closely: one indexed read, and somebody is watching. */
const runningPollSeconds = 3;

/** Scans and schedule of the website on the screen, kept fresh while it is looked at (modules.md 4, 9). */
export function useLive(targetId: string, page: number) {
  const client = useQueryClient();
  const query = useQuery({
    ...liveQuery(targetId, page),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === targetId ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.scans.running ? runningPollSeconds : pollSeconds) * 1000,
    refetchOnWindowFocus: true,
  });
  // by their number too: a quick look may begin and end between two questions
  const scans = query.data && `${query.data.scans.running?.scanId ?? ''} ${query.data.scans.total}`;
  const before = useRef(scans);
  useEffect(() => {
    if (before.current !== undefined && scans !== undefined && before.current !== scans)
      void refreshWebsite(client, targetId);
    before.current = scans;
  }, [client, scans, targetId]);
  const { error } = query;
  useEffect(() => {
    // removed by somebody else: the list says which websites there still are
    if (isRefusal(error, 'no-such-website'))
      void client.invalidateQueries({ queryKey: monitoringKeys.targets });
  }, [client, error]);
  return query;
}

const retestPollSeconds = 2;

const issuesQuery = (targetId: string, filter: IssueFilter, page: number) =>
  queryOptions({
    queryKey: [...monitoringKeys.issuesOf(targetId), filter, page],
    queryFn: ({ signal }) => call(monitoringContract.loadIssues, { targetId, ...filter, page }, { signal }),
  });
const isUnderWay = (status: string | undefined) => status === 'waiting' || status === 'running';
export const useIssues = (targetId: string, filter: IssueFilter, page: number) =>
  useQuery({
    ...issuesQuery(targetId, filter, page),
    placeholderData: keepPreviousData,
    // somebody waits for what a look comes to
    refetchInterval: ({ state }) =>
      state.data?.issues.some(({ retest }) => isUnderWay(retest?.status)) ? retestPollSeconds * 1000 : false,
  });

/** One issue in full, in a report as that scan proved it. */
export const useIssue = (targetId: string, findingId: string, scanId?: string) =>
  useQuery({
    queryKey: monitoringKeys.issueOf(targetId, findingId, scanId),
    queryFn: ({ signal }) =>
      call(monitoringContract.loadIssue, { targetId, findingId, ...(scanId ? { scanId } : {}) }, { signal }),
    refetchInterval: ({ state }) =>
      isUnderWay(state.data?.issue.retest?.status) ? retestPollSeconds * 1000 : false,
  });

/** For the title of an issue's page. */
export const issueName = (targetId: string, findingId: string) =>
  named<ReplyOf<Calls['loadIssue']>>(
    monitoringKeys.issueOf(targetId, findingId, undefined),
    ({ issue: { title } }) => title,
  );

/** What a completed scan found does not change any more, but for what is decided about it while it is the newest. */
export const useScanFindings = (scanId: string, page: number) =>
  useQuery({
    queryKey: monitoringKeys.findings(scanId, page),
    queryFn: ({ signal }) => call(monitoringContract.loadScanFindings, { scanId, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** Everything shown of a website, and the list that it stands in. */
export async function refreshWebsite(client: QueryClient, targetId: string): Promise<void> {
  // a first answer that is still on its way was asked for before the change, and would not be asked for anew
  await client.cancelQueries({ queryKey: monitoringKeys.website(targetId) });
  await Promise.all([
    client.invalidateQueries({ queryKey: monitoringKeys.website(targetId) }),
    client.invalidateQueries({ queryKey: monitoringKeys.targets }),
    client.invalidateQueries({ queryKey: monitoringKeys.list }),
  ]);
}

/** Puts what a change answered on the screen at once. */
export function keepSchedule(client: QueryClient, targetId: string, schedule: ScheduleWire): void {
  client.setQueriesData<Live>(
    { queryKey: monitoringKeys.liveOf(targetId) },
    (live) => live && { ...live, schedule },
  );
}
export function keepScan(client: QueryClient, scan: ScanWire): void {
  const running = scan.status === 'started' ? scan : null;
  const swap = ({ scans, ...rest }: Live['scans']) => ({
    ...rest,
    running,
    scans: scans.map((one) => (one.scanId === scan.scanId ? scan : one)),
  });
  client.setQueriesData<Live>(
    { queryKey: monitoringKeys.liveOf(scan.targetId) },
    (live) => live && { ...live, scans: swap(live.scans) },
  );
}
export function keepTargets(client: QueryClient, change: (targets: Target[]) => Target[]): void {
  client.setQueryData<TargetList>(
    monitoringKeys.targets,
    (list) => list && { ...list, targetList: change(list.targetList) },
  );
}

/** Starts loading what an address of this module shows, beside its code. */
export async function prefetchWebsite(address: URL): Promise<void> {
  if (!currentSession().authenticated) return;
  try {
    const { targetList } = await queryClient.ensureQueryData(targetsQuery);
    const selection = selectWebsite(targetList, address);
    if ('list' in selection) void queryClient.prefetchQuery(listQuery(listAskedFor(address.searchParams)));
    if (!('shown' in selection)) return;
    const { targetId } = selection.shown;
    void queryClient.prefetchQuery(liveQuery(targetId, 1));
    void queryClient.prefetchQuery(issuesQuery(targetId, firstIssueFilter, 1));
  } catch {
    // the screen asks again and shows what went wrong
  }
}
