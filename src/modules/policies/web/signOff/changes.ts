import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { fillWords } from '#platform/web/boot.ts';
import { call, isFault } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { useChange } from '#platform/web/useChange.ts';
import { toast } from '#ui/notice/toast.ts';
import { signOffContract } from '../../signOffContract.ts';
import { policyKeys } from '../queries.ts';
import { messageOf, peopleCount, remindedWords } from './messages.ts';
import type { AddedPerson } from './queries.ts';

/** Who signs what has changed. Counts stand in the list of policies too, so all of them are asked for anew. */
const refresh = (client: QueryClient): void =>
  void client.invalidateQueries({
    queryKey: policyKeys.all,
    predicate: ({ queryKey }) => queryKey[1] !== 'company',
  });

/** A refusal too means that something is not as it was shown. */
const failing = (client: QueryClient, failed: string | null) => (error: unknown) => {
  refresh(client);
  return failed ? { failed, reason: messageOf(error) } : null;
};

const askedWords = ({ data }: ReplyOf<typeof signOffContract.askToSign>, asksAny: boolean): string =>
  data.mailed > 0
    ? `${data.mailed === 1 ? 'An email' : 'Emails'} with a link went to ${peopleCount(data.mailed)}.`
    : asksAny
      ? 'Saved. No one had to be emailed.'
      : 'Saved. No one is asked to sign now.';

export function useAskToSign() {
  const client = useQueryClient();
  return useChange(signOffContract.askToSign, {
    after: () => refresh(client),
    done: (reply, { policyTypes }) => {
      const saved = askedWords(reply, policyTypes.length > 0);
      if (reply.data.notice === undefined) return saved;
      return void toast.warning(`${saved} ${fillWords(reply.data.notice)}`, { duration: 20_000 });
    },
    failed: failing(client, 'This was not saved.'),
  });
}

export function useRemind() {
  const client = useQueryClient();
  return useChange(signOffContract.remindSigners, {
    after: () => refresh(client),
    done: ({ data }) =>
      void (data.mailed > 0 ? toast.success : toast.warning)(remindedWords(data), { duration: 8000 }),
    failed: failing(client, 'No reminder was sent.'),
  });
}

export function useRemoveSigner(name: string) {
  const client = useQueryClient();
  return useChange(signOffContract.removeSigner, {
    after: () => refresh(client),
    done: () => `${name} was removed from the team.`,
    // the dialog says why
    failed: failing(client, null),
  });
}

const atOnce = 500;
export type Newcomer = { name: string; email: string };

/**
 * Adds people, in as many calls as it takes.
 * @returns what became of each; where a later call fails, of those before it, and why
 */
export function useAddPeople() {
  const client = useQueryClient();
  return useMutation<{ results: AddedPerson[]; error: unknown }, never, Newcomer[]>({
    mutationFn: async (people) => {
      const results: AddedPerson[] = [];
      for (let from = 0; from < people.length; from += atOnce)
        try {
          results.push(
            ...(await call(signOffContract.addSigners, { people: people.slice(from, from + atOnce) })).data,
          );
        } catch (error) {
          if (isFault(error)) void logError(error, { endpoint: signOffContract.addSigners.path });
          return { results, error };
        }
      return { results, error: null };
    },
    onSuccess: ({ results }) => {
      const added = results.filter(({ fate }) => fate === 'added').length;
      if (added > 0) toast.success(`${peopleCount(added)} added to the team.`);
    },
    onSettled: () => refresh(client),
  });
}
