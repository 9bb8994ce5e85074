import { createElement, Fragment, lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { SessionKeeper } from '#modules/accounts/web/session/SessionKeeper.tsx';
import { changeSession } from '#modules/accounts/web/session/session.ts';
import { rememberRedirect } from '#modules/accounts/web/session/redirect.ts';
import { staffPaths } from '#modules/staff/paths.ts';
import { fillWords, usePortal, type SessionState } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';
import { guard, type GuardInput, type GuardOutcome } from './guards/guards.ts';
import { fetchIcons } from './menu/menuIcons.ts';
import { modules } from './modules.ts';
import { useOwnBrand } from './ownBrand.ts';
import { ownChunk } from './preload/ownChunk.tsx';
import { hasOwnFrame, isLinkPage } from './pageAt.ts';
import { useShellState, type ShellState } from './shellState.ts';

/** What modules have beside every page of a member. */
const companions = modules.flatMap(({ beside }) =>
  beside ? [lazy(async () => ({ default: await beside() }))] : [],
);
const AccountCorner = lazy(async () => ({ default: (await import('./AccountCorner.tsx')).AccountCorner }));
const SupportNotice = lazy(async () => ({ default: (await import('./SupportNotice.tsx')).SupportNotice }));
const LoadFailure = lazy(async () => ({ default: (await import('./errors/LoadFailure.tsx')).LoadFailure }));

const signedInFrame = ownChunk(async () => {
  const [{ SignedInFrame }] = await Promise.all([import('./SignedInFrame.tsx'), fetchIcons('signedIn')]);
  return SignedInFrame;
});
const staffFrame = ownChunk(async () => {
  const [{ StaffFrame }] = await Promise.all([import('./StaffFrame.tsx'), fetchIcons('staff')]);
  return StaffFrame;
});

/** Fetches the frame that a page of a signed-in person will have, so that the first drawing has it. */
export async function fetchFrame({ authenticated, isStaff }: SessionState, pathname: string): Promise<void> {
  if (authenticated && !hasOwnFrame(pathname)) await (isStaff ? staffFrame : signedInFrame).fetch();
}

/** The loading bar of a page change; its style sheet shows it after a moment only. */
function Progress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <progress className="app-progress" aria-label="Loading page" />;
}

const brandLoading = () => <LoadingText>{fillWords('Loading {brand}...')}</LoadingText>;
const profileLoading = <LoadingText>Please wait a moment, we&apos;re loading your profile...</LoadingText>;

/** The header's end on a page without the signed-in frame. */
const accountCorner = (
  <Suspense fallback={null}>
    <AccountCorner />
  </Suspense>
);

type ContentProps = {
  outcome: GuardOutcome;
  session: SessionState;
  state: ShellState;
  path: string;
  isReloading: boolean;
};

/** The page in its frame, or what the guard rules show in its place. */
function Content({ outcome, session, state, path, isReloading }: ContentProps) {
  if (isReloading) return profileLoading;
  if ('go' in outcome) return <Navigate to={outcome.go} replace />;
  if (outcome.show === 'checking') return brandLoading();
  if (outcome.show === 'profile') return profileLoading;
  if (outcome.show !== 'page') return <LoadFailure what={outcome.show} retry={state.retry} />;
  if (hasOwnFrame(path)) return <Outlet />;
  const isSignedIn = session.authenticated && !session.secondFactorNeeded;
  if (session.isStaff && !session.secondFactorNeeded && path.startsWith(staffPaths.home))
    return (
      <staffFrame.Part>
        <Outlet context={{ takeSession: changeSession }} />
      </staffFrame.Part>
    );
  if (isSignedIn && state.guard.profile === 'loaded' && !path.startsWith('/onboarding'))
    return (
      <signedInFrame.Part state={state} path={path}>
        <Outlet />
      </signedInFrame.Part>
    );
  return <Outlet context={session.authenticated && { headerEnd: accountCorner }} />;
}

const staffOf = (session: SessionState): GuardInput['staff'] => {
  if (session.isZeguroServiceSession) return 'acting';
  if (!session.isStaff) return 'none';
  return session.secondFactorNeeded ? 'weak' : 'strong';
};

/** The frame of every page: applies the guard rules, then shows the page, or what is still being loaded. */
export function Shell() {
  const portal = usePortal();
  const location = useLocation();
  const session = useSession();
  // nothing of whoever happens to be signed in belongs there, and nothing may learn the address
  const linkPage = isLinkPage(location.pathname);
  const state = useShellState(
    !linkPage && session.authenticated && !session.isStaff && !session.secondFactorNeeded,
  );
  const isReloading = useOwnBrand(linkPage ? undefined : state.plan?.brand.brandId);
  const outcome: GuardOutcome = guard({
    path: location.pathname,
    rest: location.search + location.hash,
    host: window.location.host,
    webDomain: portal.brand.webDomain,
    maintenance: portal.maintenance.enabled,
    session: session.authenticated ? 'in' : 'out',
    staff: staffOf(session),
    secondFactorNeeded: session.secondFactorNeeded,
    ...state.guard,
  });
  const save = 'save' in outcome ? outcome.save : undefined;
  useEffect(() => {
    if (save) rememberRedirect(save);
  }, [save]);

  return (
    <>
      <Progress />
      <DocumentTitle support={session.isZeguroServiceSession} />
      {session.support && (
        <Suspense fallback={null}>
          <SupportNotice
            support={session.support}
            person={state.person}
            company={state.company}
            email={session.email}
          />
        </Suspense>
      )}
      <Suspense fallback={brandLoading()}>
        <Content
          outcome={outcome}
          session={session}
          state={state}
          path={location.pathname}
          isReloading={isReloading}
        />
      </Suspense>
      {session.authenticated && !linkPage && (
        <SessionKeeper key={`${session.username} ${session.isZeguroServiceSession}`} />
      )}
      {session.authenticated && !session.isStaff && !linkPage && (
        <Suspense fallback={null}>
          {createElement(Fragment, null, ...companions.map((Companion) => createElement(Companion)))}
        </Suspense>
      )}
    </>
  );
}
