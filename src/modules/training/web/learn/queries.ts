import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call, fileAddress } from '#platform/web/call.ts';
import { learnContract } from '../../learnContract.ts';
import { named } from '#platform/web/pageTitle.ts';
import { PlayRefused, type PlayPort } from '../play/port.ts';
import { playRefusalOf } from './messages.ts';

export type Learning = ReplyOf<(typeof learnContract)['openLearning']>['data'];
export type LearnCourse = Learning['courses'][number];
export type CheckedCertificate = ReplyOf<(typeof learnContract)['checkCertificate']>['data'];

const learningKey = (token: string) => ['learning', token] as const;

export const useLearning = (token: string) =>
  useQuery({
    queryKey: learningKey(token),
    queryFn: async ({ signal }) => (await call(learnContract.openLearning, { token }, { signal })).data,
  });

export function useRefreshLearning(token: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: learningKey(token) });
}

export const useCertificate = (code: string) =>
  useQuery({
    queryKey: ['certificate', code],
    queryFn: async ({ signal }) => (await call(learnContract.checkCertificate, { code }, { signal })).data,
    enabled: code !== '',
  });

export function serverPort(token: string, course: string): PlayPort {
  return {
    load: async () => (await call(learnContract.loadCourse, { token, course })).data,
    act: async (action) => {
      try {
        return (await call(learnContract.playCourse, { token, course, action })).data;
      } catch (error) {
        const refusal = playRefusalOf(error);
        throw refusal ? new PlayRefused(refusal) : error;
      }
    },
  };
}

export const askForLink = (token: string) => call(learnContract.askForLink, { token });

export const certificateFile = (token: string, code: string): string =>
  fileAddress(learnContract.learnCertificate, { token, code, file: `certificate-${code}.pdf` });

export const learnCourseName = (token: string, course: string) =>
  named<Learning>(learningKey(token), ({ courses }) => courses.find((one) => one.course === course)?.title);
