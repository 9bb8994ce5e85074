import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#platform/endpoint.ts';
import { call, CallError } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { toast } from '#ui/toast.ts';
import { signOffContract } from '../../signOffContract.ts';
import { policyKeys } from '../queries.ts';
import { messageOf, peopleCount, remindedWords } from './messages.ts';
import type { Fate } from './queries.ts';

type Calls = typeof signOffContract;

const note = (error: unknown, endpoint: string) => {
  if (!(error instanceof CallError) || error.status >= 500) void logError(error, { endpoint });
};

type Change<E extends Calls[keyof Calls]> = {
  done: (reply: ReplyOf<E>, given: InputOf<E>) => void;
  /** Said where no dialog says it. */
  failed?: string;
};

/** A call that changes who signs what. Counts stand in the list of policies too, so all of them are asked for anew. */
function useChange<E extends Calls[keyof Calls]>(endpoint: E, { done, failed }: Change<E>) {
  const client = useQueryClient();
  return useMutation<ReplyOf<E>, unknown, InputOf<E>>({
    mutationFn: (given) => call(endpoint, given),
    onSuccess: done,
    onError: (error) => {
      if (failed) toast.danger(`${failed} ${messageOf(error)}`);
      note(error, endpoint.path);
    },
    // a refusal too means that something is not as it was shown
    onSettled: () => void client.invalidateQueries({ queryKey: policyKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'company' }),
  });
}

export const useAskToSign = () =>
  useChange(signOffContract.askToSign, {
    done: ({ data }, { policyTypes }) =>
      toast.success(
        data.mailed > 0
          ? `${data.mailed === 1 ? 'A mail' : 'Mails'} with a link went to ${peopleCount(data.mailed)}.`
          : policyTypes.length > 0
            ? 'Saved. Nobody had to be mailed.'
            : 'Saved. Nobody is asked to sign now.',
      ),
    failed: 'This was not saved.',
  });

export const useRemind = () =>
  useChange(signOffContract.remindSigners, {
    done: ({ data }) => (data.mailed > 0 ? toast.success : toast.warning)(remindedWords(data), { duration: 8000 }),
    failed: 'No reminder was sent.',
  });

export const useRemoveSigner = (name: string) =>
  useChange(signOffContract.removeSigner, { done: () => toast.success(`${name} was removed from the team.`) });

const atOnce = 500;
export type Newcomer = { name: string; email: string };

/**
 * Adds people, in as many calls as it takes.
 * @returns what became of each; where a later call fails, of those before it, and why
 */
export function useAddPeople() {
  const client = useQueryClient();
  return useMutation<{ fates: Fate[]; error: unknown }, never, Newcomer[]>({
    mutationFn: async (people) => {
      const fates: Fate[] = [];
      for (let from = 0; from < people.length; from += atOnce)
        try {
          fates.push(...(await call(signOffContract.addSigners, { people: people.slice(from, from + atOnce) })).data);
        } catch (error) {
          note(error, signOffContract.addSigners.path);
          return { fates, error };
        }
      return { fates, error: null };
    },
    onSuccess: ({ fates }) => {
      const added = fates.filter(({ fate }) => fate === 'added').length;
      if (added > 0) toast.success(`${peopleCount(added)} added to the team.`);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: policyKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'company' }),
  });
}
