import { QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import { readBoot, type SessionState } from './boot.ts';
import { isFault } from './call.ts';
import { logError } from './logError.ts';

/** One cache for the page. A refusal is an answer and is not tried again; a fault is, twice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // a refusal is the server's own answer, which its log has
    onError: (error) => void (isFault(error) && logError(error)),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && isFault(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

export const sessionKey = ['session'] as const;
/** Keys of what any module's change may make stale: the activity log, and the numbers of the first page and the menu. */
export const logKey = ['log'] as const;
export const countsKey = ['counts'] as const;

/** The signed-in state of this page. The session keeper refreshes it; nothing else polls it. */
export function useSession(): SessionState {
  return useQuery({
    queryKey: sessionKey,
    queryFn: () => readBoot().session,
    initialData: () => readBoot().session,
    staleTime: Infinity,
  }).data;
}

export const currentSession = (): SessionState =>
  queryClient.getQueryData<SessionState>(sessionKey) ?? readBoot().session;

/** Notes who is signed in from now on; whatever another person's session had loaded is forgotten. */
export function setSession(session: SessionState): void {
  const before = currentSession();
  const isAnother =
    before.username !== session.username ||
    before.authenticated !== session.authenticated ||
    before.isZeguroServiceSession !== session.isZeguroServiceSession;
  if (isAnother) queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' });
  queryClient.setQueryData(sessionKey, session);
}

/** An answer that came along with the page for a call, to start its query with; only the first reader gets it. */
export function takeAnswer<T>(name: string): T | undefined {
  const answers = readBoot().answers;
  if (!answers || !(name in answers)) return undefined;
  const answer = answers[name] as T;
  delete answers[name];
  return answer;
}
