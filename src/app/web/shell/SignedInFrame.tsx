import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { lazy, Suspense, type ReactNode } from 'react';
import { useSignOut } from '#modules/accounts/web/session/useSignOut.ts';
import { ClosingBanner } from '#modules/closing/web/ClosingBanner.tsx';
import { conciergePaths } from '#modules/concierge/paths.ts';
import { IntroLine } from '#modules/guidance/web/IntroLine.tsx';
import { useLockedCalls } from '#modules/plans/web/lockedCalls.ts';
import { PlanBanner } from '#modules/plans/web/PlanBanner.tsx';
import { PromotionBanner } from '#modules/plans/web/PromotionBanner.tsx';
import {
  endConciergePrompt,
  openIntro,
  useConciergePrompt,
  useQuestion,
  useSubscribePrompt,
} from '#modules/plans/web/public.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { usePortal } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { AppFrame } from '#ui/frame/AppFrame.tsx';
import { isRightHost } from './guards/guards.ts';
import { isMenuHidden, menuOf, placesOf, shownName } from './menu/menu.ts';
import { useGuidance, useOnce } from './guidance.tsx';
import { InsideFrame } from './StandAlonePage.tsx';
import type { ShellState } from './shellState.ts';
import '#ui/styles/styles-app.css';

const SubscribeDialog = lazy(async () => ({
  default: (await import('#modules/plans/web/SubscribeDialog.tsx')).SubscribeDialog,
}));
const ConciergeDialog = lazy(async () => ({
  default: (await import('#modules/guidance/web/ConciergeDialog.tsx')).ConciergeDialog,
}));
const AskExpertDialog = lazy(async () => ({
  default: (await import('#modules/concierge/web/AskExpertDialog.tsx')).AskExpertDialog,
}));

/** What is said over every page, the most pressing first. */
function Banners({ state, path, mayKeep }: { state: ShellState; path: string; mayKeep: boolean }) {
  return (
    <>
      {state.closing && <ClosingBanner dueAt={state.closing.dueAt} mayKeep={mayKeep} />}
      {state.plan && (
        <>
          <PlanBanner plan={state.plan} path={path} />
          <PromotionBanner plan={state.plan} />
        </>
      )}
    </>
  );
}

/** What a signed-in person sees around every page: menu, notices, own corner. */
export function SignedInFrame({
  state,
  path,
  children,
}: {
  state: ShellState;
  path: string;
  children: ReactNode;
}) {
  const { brand } = usePortal();
  const session = useSession();
  const signOut = useSignOut();
  const rightHost = isRightHost(window.location.host, brand.webDomain);
  const guidance = useGuidance(state, path);
  const asksConcierge = useConciergePrompt();
  const askedConcierge = useOnce(asksConcierge);
  const asksExpert = useOnce(useQuestion() !== null);
  const asked = useOnce(useSubscribePrompt() !== null);
  useLockedCalls();
  const hidden = isMenuHidden({
    rightHost,
    hasProfile: state.guard.profile === 'loaded',
    introViewed: state.introViewed,
    modules: state.modules,
  });
  return (
    <AppFrame
      logo={<BrandLogo />}
      places={placesOf(path, state.modules, guidance.news)}
      groups={hidden ? [] : menuOf(path, state.modules, brand.helpCenter)}
      user={{
        name: shownName({ ...state.person, email: session.email }),
        organization: state.company?.companyName ?? '',
      }}
      userItems={[
        { id: 'settings', label: 'Settings', icon: IconSettings, href: '/settings' },
        { id: 'plan', label: 'My Plan', icon: IconCreditCard, href: '/plan' },
        { id: 'support', label: 'Support', icon: IconHelp, href: brand.helpCenter, external: true },
        { id: 'signout', label: 'Sign Out', icon: IconLogout, onSelect: () => void signOut() },
      ]}
      banner={<Banners state={state} path={path} mayKeep={!session.isZeguroServiceSession} />}
    >
      <InsideFrame value={true}>
        {state.portalData && <IntroLine path={path} data={state.portalData} onTour={openIntro} />}
        {children}
      </InsideFrame>
      {state.plan && asked && (
        <Suspense fallback={null}>
          <SubscribeDialog plan={state.plan} />
        </Suspense>
      )}
      {askedConcierge && (
        <Suspense fallback={null}>
          <ConciergeDialog
            opened={asksConcierge}
            onClose={endConciergePrompt}
            aboutHref={conciergePaths.home}
          />
        </Suspense>
      )}
      {asksExpert && (
        <Suspense fallback={null}>
          <AskExpertDialog />
        </Suspense>
      )}
      {guidance.dialogs}
    </AppFrame>
  );
}
