import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { organizationContract } from '#modules/organization/contract.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call, fileAddress } from '#platform/web/call.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { useLoaded } from '#platform/web/useLoaded.ts';
import { ratingsContract } from '../contract.ts';

export type RatingsAnswer = ReplyOf<typeof ratingsContract.fastRatings>;
type Profile = ReplyOf<typeof organizationContract.profileCheck>;

export const ratingsKeys = { all: ['ratings'] as const };
const profileKey = [organizationContract.profileCheck.path];

/** modules.md 5: without the scheme. Empty where the company has no website. */
const bare = (url: string): string => url.trim().replace(/^https?:\/\//i, '');
const urlOf = (profile: Profile | undefined): string => bare(profile?.companyData?.companyUrl ?? '');

/** The address of the company's website; it changes with the profile. */
export const useCompanyUrl = (): string => urlOf(useLoaded(organizationContract.profileCheck));

/** How often the page asks while the rating is worked out, milliseconds. */
const pollEvery = 1500;

const ratingsQuery = (url: string) =>
  queryOptions({
    queryKey: [...ratingsKeys.all, url],
    queryFn: ({ signal }) => call(ratingsContract.fastRatings, { url, pdf: false }, { signal }),
    staleTime: 60_000,
    enabled: url !== '',
    refetchInterval: ({ state }) => (state.data?.progress ? pollEvery : false),
  });
export const useRatings = (url: string) => useQuery(ratingsQuery(url));

/** What the rating would be with these findings fixed; what one looks at stays until the next answer. */
export const usePlan = (fixed: readonly string[], enabled: boolean) =>
  useQuery({
    queryKey: [...ratingsKeys.all, 'plan', ...fixed.toSorted()],
    queryFn: async ({ signal }) =>
      (await call(ratingsContract.planRatings, { fixed: [...fixed] }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  });

export const useOwnership = (enabled: boolean) =>
  useQuery({
    queryKey: [...ratingsKeys.all, 'ownership'],
    queryFn: async ({ signal }) => (await call(ratingsContract.ownershipProof, {}, { signal })).data,
    enabled,
  });

export const samplePdf = (): string =>
  fileAddress(ratingsContract.sampleReport, { file: 'Sample_snapshot_report.pdf' });

/** Starts loading the rating beside the code of its screen. */
export function prefetchRatings(): void {
  const url = urlOf(queryClient.getQueryData<Profile>(profileKey));
  if (currentSession().authenticated && url) void queryClient.prefetchQuery(ratingsQuery(url));
}
