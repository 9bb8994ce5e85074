import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#platform/endpoint.ts';
import { call, fileAddress } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { trainingActsContract, trainingContract } from '../contract.ts';
import { trainingTabs, type TrainingTab } from '../paths.ts';

type Calls = typeof trainingContract;
type Asked = InputOf<Calls['loadTrainingData']>;
export type Loaded = ReplyOf<Calls['loadTrainingData']>;
export type TraineeDetails = ReplyOf<Calls['trainee']>['data'];
export type CourseReport = ReplyOf<Calls['courseReport']>['data'];

/** What is searched for, and in which order; stands in the address (modules.md 2). */
export type TraineeFilter = Required<Pick<Asked, 'search' | 'standing' | 'sort' | 'down' | 'page'>> & {
  course: string;
};

/** modules.md 9: default page size. */
export const perPage = 10;

export const trainingKeys = {
  all: ['training'] as const,
  overview: ['training', 'overview'] as const,
  lists: ['training', 'list'] as const,
  team: ['training', 'team'] as const,
};

const overviewQuery = queryOptions({
  queryKey: trainingKeys.overview,
  queryFn: ({ signal }) => call(trainingContract.loadTrainingData, { only: 'overview' }, { signal }),
});
export const useOverview = () => useQuery(overviewQuery);

const listQuery = ({ course, ...filter }: TraineeFilter, pageSize: number) =>
  queryOptions({
    queryKey: [...trainingKeys.lists, { course, ...filter }, pageSize],
    queryFn: ({ signal }) =>
      call(
        trainingContract.loadTrainingData,
        { only: 'list', ...filter, ...(course ? { course } : {}), pageSize },
        { signal },
      ),
  });
/** A page of trainees; what one looks at stays until the next page is there. */
export const useTrainees = (filter: TraineeFilter, pageSize = perPage) =>
  useQuery({ ...listQuery(filter, pageSize), placeholderData: keepPreviousData });

const traineeQuery = (trainee: string) =>
  queryOptions({
    queryKey: ['training', 'trainee', trainee],
    queryFn: async ({ signal }) => (await call(trainingContract.trainee, { trainee }, { signal })).data,
    staleTime: 0,
  });
export const useTrainee = (trainee: string) => useQuery(traineeQuery(trainee));

const reportQuery = (course: string) =>
  queryOptions({
    queryKey: ['training', 'course', course],
    queryFn: async ({ signal }) => (await call(trainingContract.courseReport, { course }, { signal })).data,
  });
export const useCourseReport = (course: string) => useQuery(reportQuery(course));

export const useUntrained = () =>
  useQuery({
    queryKey: trainingKeys.team,
    queryFn: async ({ signal }) => (await call(trainingContract.trainingTeam, {}, { signal })).data,
    staleTime: 0,
    // people are being chosen from it
    refetchOnReconnect: false,
  });

/** The course as its player begins, for its takeaway. */
export const useCourseStart = (course: string, enabled: boolean) =>
  useQuery({
    queryKey: ['training', 'start', course],
    queryFn: async ({ signal }) =>
      (await call(trainingActsContract.previewCourse, { course }, { signal })).data.view,
    staleTime: Infinity,
    enabled,
  });

export const traineesCsv = (): string => fileAddress(trainingContract.exportTrainees, {});
export const certificatePdf = (code: string, name: string): string =>
  fileAddress(trainingActsContract.trainingCertificate, {
    code,
    file: `${name.replace(/[^\p{L}\p{N} .-]+/gu, '').trim() || 'Certificate'}.pdf`,
  });

export const isTab = (text: string): text is TrainingTab =>
  (trainingTabs as readonly string[]).includes(text);

/** Starts loading what an address of this module shows, beside its code. */
export function prefetchTraining(
  { tab = 'overview', course, trainee }: Record<string, string | undefined>,
  filter: TraineeFilter,
): void {
  if (!currentSession().authenticated || !isTab(tab)) return;
  void queryClient.prefetchQuery(overviewQuery);
  if (trainee) void queryClient.prefetchQuery(traineeQuery(trainee));
  else if (tab === 'courses' && course) void queryClient.prefetchQuery(reportQuery(course));
  else if (tab === 'trainees') void queryClient.prefetchQuery(listQuery(filter, perPage));
}

export const courseName = (course: string) =>
  named<CourseReport>(reportQuery(course).queryKey, ({ course: { title } }) => title);
export const traineeName = (id: string) =>
  named<TraineeDetails>(traineeQuery(id).queryKey, ({ trainee: { firstName, lastName } }) =>
    `${firstName} ${lastName}`.trim(),
  );
