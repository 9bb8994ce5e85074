import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setAssessmentProgress } from './assessmentProgress.ts';
import { call } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { maturityContract } from '../contract.ts';
import type { AssessmentConfig, AssessmentData, NextQuestion, Report } from '../entities.ts';
import { maturityPaths } from '../paths.ts';

export const maturityKeys = {
  config: ['maturity', 'config'] as const,
  assessment: ['maturity', 'assessment'] as const,
  report: ['maturity', 'report'] as const,
  unsaved: ['maturity', 'unsaved'] as const,
};

/** The model does not change while the page lives. */
const configQuery = queryOptions({
  queryKey: maturityKeys.config,
  queryFn: async ({ signal }) => (await call(maturityContract.assessmentConfig, {}, { signal })).data,
  staleTime: Infinity,
});
export const useConfig = (enabled = true) => useQuery({ ...configQuery, enabled });
export const prepareConfig = (client: QueryClient): void => void client.prefetchQuery(configQuery);

const assessmentQuery = queryOptions({
  queryKey: maturityKeys.assessment,
  queryFn: async ({ signal }) => (await call(maturityContract.assessment, {}, { signal })).data,
});
export function useAssessment() {
  const query = useQuery(assessmentQuery);
  useReportProgress(query.data);
  return query;
}

const reportQuery = queryOptions({
  queryKey: maturityKeys.report,
  queryFn: async ({ signal }) => (await call(maturityContract.report, {}, { signal })).data,
});
export function useReport() {
  const query = useQuery(reportQuery);
  useReportProgress(query.data);
  return query;
}

/** Where somebody who goes on is taken: the open question, else the report. */
export const nextPath = ({ nextQuestion }: { nextQuestion: NextQuestion | null }): string =>
  nextQuestion ? maturityPaths.question(nextQuestion.questionId) : maturityPaths.report;

/** Lets whoever reminds of the assessment know how far it is. */
function useReportProgress(
  known:
    | Pick<AssessmentData, 'assessment' | 'percent' | 'minutesLeft' | 'nextQuestion' | 'lastUpdated'>
    | undefined,
): void {
  const begun = known !== undefined && known.lastUpdated !== null;
  const completed = known?.assessment.assessmentStatus === 'completed';
  const { percent, minutesLeft = 0 } = known ?? {};
  const next = known ? nextPath(known) : '';
  useEffect(() => {
    if (percent !== undefined)
      setAssessmentProgress({
        begun,
        completed,
        percent,
        minutesLeft,
        startPath: maturityPaths.start,
        nextPath: next,
      });
  }, [begun, completed, percent, minutesLeft, next]);
}

/** Puts the state that a change answered on the screen; the report is asked for anew. */
export function keepAssessment(client: QueryClient, data: AssessmentData): void {
  client.setQueryData(maturityKeys.assessment, data);
  void client.invalidateQueries({ queryKey: maturityKeys.report });
}

/** What is known now, drawn or not. */
export const currentAssessment = (client: QueryClient): AssessmentData | undefined =>
  client.getQueryData(maturityKeys.assessment);

export function keepReport(client: QueryClient, change: (report: Report) => Report): void {
  client.setQueryData<Report>(maturityKeys.report, (report) => report && change(report));
}

/** Starts loading what an address of this module shows, beside its code. */
export function prefetchMaturity(pathname: string): void {
  if (!currentSession().authenticated) return;
  if (pathname.startsWith(maturityPaths.report)) return void queryClient.prefetchQuery(reportQuery);
  void queryClient.prefetchQuery(configQuery);
  void queryClient.prefetchQuery(assessmentQuery);
}

/** For the title of a question's page. */
export const questionName = (id: string | undefined) =>
  named<AssessmentConfig>(
    maturityKeys.config,
    ({ elements }) =>
      elements
        .flatMap(({ steps }) => steps.flatMap(({ questions }) => questions))
        .find((one) => one.id === id)?.text,
  );
