import { toast } from '#ui/notice/toast.ts';
import { call } from '#platform/web/call.ts';
import { countsKey, queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { conciergeContract } from '../contract.ts';
import { messageOf } from './messages.ts';
import { conciergeKeys } from './queries.ts';

const failed = (error: unknown) => ({ failed: messageOf(error) });
/** Everything of the concierge, and what the dashboard and the menu count of it. */
const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: conciergeKeys.all }),
    queryClient.invalidateQueries({ queryKey: countsKey }),
  ]);

/** Sends a question; the form stays as it is when that does not work. */
export const useAsk = () =>
  useChange(conciergeContract.askExpert, { after: refresh, done: () => null, failed: () => null });

export const useAnswer = () =>
  useChange(conciergeContract.answerConversation, { after: refresh, done: () => null, failed: () => null });

export const useClose = () =>
  useChange(conciergeContract.closeConversation, {
    after: refresh,
    done: () => 'Conversation closed',
    failed,
  });

export const useCheckWeakness = () =>
  useChange(conciergeContract.checkWeakness, {
    after: refresh,
    done: () => 'Thank you. The experts will check and set the status.',
    failed: () => null,
  });

export const useMark = () =>
  useChange(conciergeContract.markAlerts, {
    after: refresh,
    done: (_reply, { read, conciergeMessageIds }) =>
      conciergeMessageIds === 'all' ? 'All messages are marked as read' : read ? null : 'Marked as unread',
    failed,
  });

/** Notes quietly that something was looked at; that it could not be noted is no news for the reader. */
export async function noteSeen(what: { message: string } | { thread: string }): Promise<void> {
  try {
    if ('message' in what)
      await call(conciergeContract.markAlerts, { conciergeMessageIds: [what.message], read: true });
    else await call(conciergeContract.markConversation, { threadId: what.thread });
    await Promise.all([
      queryClient.invalidateQueries({
        queryKey: 'message' in what ? conciergeKeys.messages : conciergeKeys.threads,
      }),
      ...('thread' in what
        ? [queryClient.invalidateQueries({ queryKey: conciergeKeys.thread(what.thread) })]
        : []),
      queryClient.invalidateQueries({ queryKey: countsKey }),
    ]);
  } catch {
    // the next look notes it
  }
}

/** A list that could not be loaded leads elsewhere, and says so once (modules.md 7). */
export const sayFailed = (words: string): void => void toast.danger(words);
