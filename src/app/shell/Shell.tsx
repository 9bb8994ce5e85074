import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { SessionKeeper } from '#modules/accounts/web/SessionKeeper.tsx';
import { rememberRedirect } from '#modules/accounts/web/redirect.ts';
import { fillWords, usePortal } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { LoadingText } from '#ui/LoadingText.tsx';
import { guard, type GuardOutcome } from './guards.ts';
import { useShellState } from './shellState.ts';

const SignedInFrame = lazy(async () => ({ default: (await import('./SignedInFrame.tsx')).SignedInFrame }));
const AccountCorner = lazy(async () => ({ default: (await import('./AccountCorner.tsx')).AccountCorner }));
const LoadFailure = lazy(async () => ({ default: (await import('./LoadFailure.tsx')).LoadFailure }));

/** The loading bar of a page change; its style sheet shows it after a moment only. */
function Progress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <progress className="app-progress" aria-label="Loading page" />;
}

function pageTitle(path: string): string {
  const names: Record<string, string> = {
    dashboard: 'Dashboard',
    webappscan: 'Website Security Scans',
    onboarding: 'Welcome',
    intro: 'Your Goals',
    signin: 'Sign in',
    signup: 'Sign up',
    verify: 'Verify your email',
    plan: 'My plan',
    settings: 'Settings',
  };
  return names[path.split('/')[1] ?? ''] ?? '';
}

/** The frame of every page: applies the guard rules, then shows the page, or what is still being loaded. */
export function Shell() {
  const portal = usePortal();
  const location = useLocation();
  const session = useSession();
  const state = useShellState(session.authenticated);
  const outcome: GuardOutcome = guard({
    path: location.pathname,
    rest: location.search + location.hash,
    host: window.location.host,
    webDomain: portal.brand.webDomain,
    maintenance: portal.maintenance.enabled,
    session: session.authenticated ? 'in' : 'out',
    ...state.guard,
  });
  useEffect(() => {
    const title = pageTitle(location.pathname);
    document.title = title ? `${title} · ${portal.brand.brandNameLong}` : portal.brand.brandNameLong;
  }, [location.pathname, portal.brand.brandNameLong]);
  const save = 'save' in outcome ? outcome.save : undefined;
  useEffect(() => {
    if (save) rememberRedirect(save);
  }, [save]);

  let content: ReactNode;
  if ('go' in outcome) content = <Navigate to={outcome.go} replace />;
  else if (outcome.show === 'checking') content = <LoadingText>{fillWords('Loading {brand}...')}</LoadingText>;
  else if (outcome.show === 'profile') content = <LoadingText>Please wait a moment, we&apos;re loading your profile...</LoadingText>;
  else if (outcome.show === 'plan-failure' || outcome.show === 'profile-failure')
    content = <LoadFailure what={outcome.show} retry={state.retry} />;
  else if (session.authenticated && state.guard.profile === 'loaded' && !location.pathname.startsWith('/onboarding'))
    content = (
      <SignedInFrame state={state} path={location.pathname}>
        <Outlet />
      </SignedInFrame>
    );
  else
    content = (
      <Outlet
        context={
          session.authenticated && {
            headerEnd: (
              <Suspense fallback={null}>
                <AccountCorner />
              </Suspense>
            ),
          }
        }
      />
    );

  return (
    <>
      <Progress />
      <Suspense fallback={<LoadingText>{fillWords('Loading {brand}...')}</LoadingText>}>{content}</Suspense>
      {session.authenticated && <SessionKeeper />}
    </>
  );
}
