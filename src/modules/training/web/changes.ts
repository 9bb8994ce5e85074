import { fillWords } from '#platform/web/boot.ts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, isFault } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { useChange } from '#platform/web/useChange.ts';
import { toast } from '#ui/notice/toast.ts';
import { trainingActsContract, trainingContract } from '../contract.ts';
import type { ResultRow } from '../entities.ts';
import { messageOf, reportFailed, successMs } from './messages.ts';
import { trainingKeys } from './queries.ts';
import { peopleCount } from './words.ts';

/** Counts stand on every screen of training. What texts a course has does not change by what people do. */
export const refresh = (client: QueryClient): void =>
  void client.invalidateQueries({
    queryKey: trainingKeys.all,
    predicate: ({ queryKey }) => queryKey[1] !== 'start',
  });

/** A refusal too means that something is not as it was shown. */
const failing = (client: QueryClient, failed: string | null) => (error: unknown) => {
  refresh(client);
  return failed ? { failed, reason: messageOf(error) } : null;
};

/** modules.md 8: the server's words for a success. */
export const tell = (words: string): void => void toast.success(words, { duration: successMs });

export function useEditTrainees(failed: string | null) {
  const client = useQueryClient();
  return useChange(trainingContract.editTrainee, {
    after: () => refresh(client),
    done: ({ data, message }) => void (data.changed > 0 && tell(message)),
    failed: failing(client, failed),
  });
}

export function useEditCourses() {
  const client = useQueryClient();
  return useChange(trainingContract.editTraineesCourses, {
    after: () => refresh(client),
    done: ({ message }) => tell(message),
    failed: failing(client, null),
  });
}

export function useDeleteTrainee() {
  const client = useQueryClient();
  return useChange(trainingContract.deleteTrainee, {
    after: () => refresh(client),
    done: ({ message }) => tell(message),
    failed: failing(client, null),
  });
}

function remindedWords({
  mailed,
  skipped,
  notice,
}: {
  mailed: number;
  skipped: number;
  notice?: string | undefined;
}): string {
  if (notice !== undefined)
    return [mailed > 0 ? `Reminder sent to ${peopleCount(mailed)}.` : '', fillWords(notice)].join(' ').trim();
  const why = 'nothing due now, or an email within the last hour';
  if (mailed === 0 && skipped === 0) return 'No one has anything due now, so no reminder was sent.';
  if (mailed === 0) return `No reminder was sent: ${peopleCount(skipped)} skipped, ${why}.`;
  const sent = `Reminder sent to ${peopleCount(mailed)}.`;
  return skipped === 0 ? sent : `${sent} ${peopleCount(skipped)} skipped, ${why}.`;
}

export function useRemind() {
  const client = useQueryClient();
  return useChange(trainingActsContract.remindTrainees, {
    after: () => refresh(client),
    done: ({ data }) =>
      void (data.mailed > 0 ? toast.success : toast.warning)(remindedWords(data), { duration: successMs }),
    failed: failing(client, 'No reminder was sent.'),
  });
}

export function useNewLink(name: string) {
  const client = useQueryClient();
  return useChange(trainingActsContract.newTraineeLink, {
    after: () => refresh(client),
    done: () => tell(`A new link is on its way to ${name}. The old one has stopped working.`),
    failed: failing(client, 'No new link was sent.'),
  });
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useChange(trainingContract.saveTrainingSettings, {
    after: () => client.invalidateQueries({ queryKey: trainingKeys.all }),
    done: () => tell('The settings of your training are saved.'),
    failed: failing(client, 'The settings were not saved.'),
  });
}

export function useSync() {
  const client = useQueryClient();
  return useChange(trainingContract.loadTrainingData, {
    after: (loaded) => {
      client.setQueryData(trainingKeys.overview, loaded);
      void client.invalidateQueries({
        queryKey: trainingKeys.all,
        predicate: ({ queryKey }) => !['start', 'overview'].includes(String(queryKey[1])),
      });
    },
    done: () => tell('Everything was counted again from the records.'),
    failed: (error) => ({ failed: reportFailed, reason: messageOf(error) }),
  });
}

export type Newcomer = {
  firstName: string;
  lastName: string;
  email: string;
  department: string;
  startMonth?: string;
};
const atOnce = 500;

/**
 * Adds people, in as many calls as it takes.
 * @returns what became of each in the order given; where a later call fails, of those before it, and why
 */
export function useAddTrainees() {
  const client = useQueryClient();
  return useMutation<
    { rows: ResultRow[]; error: unknown },
    never,
    { people: Newcomer[]; courses: string[] | undefined }
  >({
    mutationFn: async ({ people, courses }) => {
      const rows: ResultRow[] = [];
      for (let from = 0; from < people.length; from += atOnce)
        try {
          const trainees = people.slice(from, from + atOnce);
          const { data, message } = await call(trainingContract.saveTrainees, {
            trainees,
            ...(courses ? { courses } : {}),
          });
          rows.push(...data.rows);
          if (data.rows.some(isIn)) tell(message);
        } catch (error) {
          if (isFault(error)) void logError(error, { endpoint: trainingContract.saveTrainees.path });
          return { rows, error };
        }
      return { rows, error: null };
    },
    onSettled: () => refresh(client),
  });
}

export const isIn = ({ fate }: Pick<ResultRow, 'fate'>): boolean => fate === 'added' || fate === 'restored';
