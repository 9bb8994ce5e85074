import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isFault } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { toast } from '#ui/notice/toast.ts';
import { maturityContract } from '../contract.ts';
import type { AnswerValue } from '../entities.ts';
import { isRefusal, toasts } from './messages.ts';
import { keepAssessment, maturityKeys } from './queries.ts';

/** What somebody wants a question's answer to be; a null answer takes it back. */
export type Wish = { answer: AnswerValue | null; note: string };
type Unsaved = Wish & { failed: false | { error: unknown } };
type AllUnsaved = Readonly<Record<string, Unsaved>>;

/** modules.md 9: saving and removing wait before the call. */
const delayMs = 200;

const nothing: AllUnsaved = {};
const read = (client: QueryClient): AllUnsaved => client.getQueryData(maturityKeys.unsaved) ?? nothing;
const write = (client: QueryClient, questionId: string, next: Unsaved | null): void => {
  const { [questionId]: _before, ...rest } = read(client);
  client.setQueryData(maturityKeys.unsaved, next ? { ...rest, [questionId]: next } : rest);
};

/** What is wished and not saved yet, also before any screen has drawn it. */
export const wishNow = (client: QueryClient, questionId: string): Wish | undefined =>
  read(client)[questionId];

// in the cache, so that a change of session forgets them with all else
export function useUnsaved(): AllUnsaved {
  const { data } = useQuery<AllUnsaved>({
    queryKey: maturityKeys.unsaved,
    queryFn: skipToken,
    gcTime: Infinity,
  });
  return data ?? nothing;
}

/** Asks before the window closes on an answer that the portal does not have yet. */
export function useUnsavedWarning(): void {
  const client = useQueryClient();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (Object.keys(read(client)).length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [client]);
}

const sameWish = (a: Wish | undefined, b: Wish): boolean =>
  a !== undefined && a.answer === b.answer && a.note === b.note;
const pause = () => new Promise((resolve) => setTimeout(resolve, delayMs));

/** One call after the other: each answer carries the whole state, and the last one must win. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work);
  turn = mine.catch(() => {});
  return mine;
}

async function send(client: QueryClient, questionId: string, { answer, note }: Wish): Promise<void> {
  // a reading that is on its way does not know of this change
  await client.cancelQueries({ queryKey: maturityKeys.assessment });
  const reply = await (answer === null
    ? call(maturityContract.removeAssessment, { data: { questionIds: [questionId] } })
    : call(maturityContract.saveAssessment, { data: { questionId, answer, ...(note ? { note } : {}) } }));
  keepAssessment(client, reply.data);
  if (reply.completedCategory) toast.success(toasts.completed(reply.completedCategory));
}

let complaint: string | null = null;
function complain(error: unknown): void {
  takeBackComplaint();
  complaint = toast.danger(toasts.failed);
  if (isFault(error)) void logError(error, { endpoint: maturityContract.saveAssessment.path });
}
function takeBackComplaint(): void {
  const id = complaint;
  complaint = null;
  if (id) void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
}

const running = new Map<string, Promise<boolean>>();

/** Sends what is wished, until nothing else has been wished meanwhile. */
async function settle(client: QueryClient, questionId: string): Promise<boolean> {
  for (;;) {
    let wish = read(client)[questionId];
    for (let before: Unsaved | undefined; before !== wish; wish = read(client)[questionId]) {
      before = wish;
      await pause();
    }
    // somebody else is signed in now
    if (!wish) return false;
    const sent = wish;
    const error = await inTurn(() => send(client, questionId, sent)).then(
      () => null,
      (reason: unknown) => ({ error: reason }),
    );
    if (read(client)[questionId] !== sent) continue;
    if (!error) {
      write(client, questionId, null);
      takeBackComplaint();
      return true;
    }
    write(client, questionId, { ...sent, failed: error });
    complain(error.error);
    if (isRefusal(error.error, 'question-not-reachable', 'no-such-question'))
      void client.invalidateQueries({ queryKey: maturityKeys.assessment });
    return false;
  }
}

/**
 * Saves an answer, or takes it back. The same wish twice is one call; another one replaces what has not been sent.
 * Outlives the screen, so that leaving loses nothing.
 * @returns whether the portal has it
 */
export function keepAnswer(client: QueryClient, questionId: string, wish: Wish): Promise<boolean> {
  const before = read(client)[questionId];
  const under = running.get(questionId);
  if (under && before && !before.failed && sameWish(before, wish)) return under;
  write(client, questionId, { ...wish, failed: false });
  if (under) return under;
  const mine = settle(client, questionId).finally(() => running.delete(questionId));
  running.set(questionId, mine);
  return mine;
}

/** Takes back every answer, with the same wait. Throws where the portal refuses. */
export async function startOver(client: QueryClient): Promise<void> {
  await pause();
  const reply = await inTurn(async () => {
    await client.cancelQueries({ queryKey: maturityKeys.assessment });
    return call(maturityContract.removeAssessment, { data: { questionIds: [] } });
  });
  client.setQueryData(maturityKeys.unsaved, nothing);
  keepAssessment(client, reply.data);
}

/** Waits for what is on its way for a question; true where nothing is. */
export const answerSettled = (questionId: string): Promise<boolean> =>
  running.get(questionId) ?? Promise.resolve(true);
