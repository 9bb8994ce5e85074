import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePortal } from '#platform/web/boot.ts';
import { call } from '#platform/web/call.ts';
import { currentSession, setSession } from '#platform/web/query.ts';
import { toast } from '#ui/notice/toast.ts';
import { accountsContract, type SessionState } from '../../contract.ts';
import { muteRedirects, takeRedirect } from './redirect.ts';
import { dropSession } from './session.ts';
import { hearTabs, notifyTabs } from './sessionChannel.ts';
import { keepSession, type SessionKeeping } from './sessionKeeping.ts';
import { useSignOut } from './useSignOut.ts';

const SessionTimeoutDialog = lazy(async () => ({
  default: (await import('./SessionTimeoutDialog.tsx')).SessionTimeoutDialog,
}));

async function checkSession(touch: boolean): Promise<SessionState> {
  const state = await call(accountsContract.check, touch ? { touch: true } : { bc: true });
  if (touch) notifyTabs({ kind: 'session', state });
  return state;
}

const sayEnded = () => toast.warning('Your session has ended. Please sign in again.', { duration: false });

type Warning = { endsAt: number; trouble: boolean; longest: boolean };

/** While somebody is signed in: follows the saved address, watches the session, warns before it ends (platform.md 4). */
export function SessionKeeper() {
  const { sessionInactivityTimeout } = usePortal().portalConfig;
  const navigate = useNavigate();
  const signOut = useSignOut();
  const keeping = useRef<SessionKeeping | null>(null);
  const [warning, setWarning] = useState<Warning | null>(null);

  useEffect(() => {
    const wanted = takeRedirect();
    if (wanted?.how === 'navigate') window.location.assign(wanted.to);
    else if (wanted) void navigate(wanted.to, { replace: true });
  }, [navigate]);

  useEffect(() => {
    const kept = keepSession(currentSession(), {
      timeoutSeconds: sessionInactivityTimeout,
      check: checkSession,
      onState: (state, { warn, longest, endsAt }) => {
        const { username, isZeguroServiceSession: acting, secondFactorNeeded } = currentSession();
        const changed =
          state.username !== username ||
          state.isZeguroServiceSession !== acting ||
          state.secondFactorNeeded !== secondFactorNeeded;
        if (changed) setSession(state);
        setWarning(warn ? { endsAt, longest, trouble: false } : null);
      },
      onTrouble: () => setWarning((before) => before && { ...before, trouble: true }),
      onEnded: () => {
        if (!currentSession().authenticated) return;
        // the cookie goes too; what the server thinks is known already
        void call(accountsContract.logout, {}).catch(() => {});
        sayEnded();
        dropSession(true);
      },
    });
    keeping.current = kept;
    const quiet = hearTabs((news) => {
      if (news.kind !== 'session') return;
      if (news.state.authenticated) kept.hear(news.state);
      else {
        kept.stop();
        // whichever tab notices first, each says why it is at sign-in
        if (news.ended && currentSession().authenticated) sayEnded();
        muteRedirects();
        setSession(news.state);
      }
    });
    const seen = () => document.visibilityState === 'visible' && kept.wake();
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      quiet();
      kept.stop();
    };
  }, [sessionInactivityTimeout]);

  const continueWorking = useCallback(async () => {
    await keeping.current?.touch();
  }, []);
  if (!warning) return null;
  return (
    <Suspense fallback={null}>
      <SessionTimeoutDialog {...warning} onContinue={continueWorking} onSignOut={signOut} />
    </Suspense>
  );
}
