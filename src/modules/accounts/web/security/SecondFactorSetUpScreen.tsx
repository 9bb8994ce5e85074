import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { fillWords } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { HeaderBar } from '#ui/frame/HeaderBar.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { OnboardingLayout } from '#ui/frame/OnboardingLayout.tsx';
import { toast } from '#ui/notice/toast.ts';
import { useSignOut } from '../session/useSignOut.ts';
import { renewSession, useSecondFactor } from './queries.ts';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';
import { securityMessage } from './securityMessages.ts';

/** Where somebody is led who may not go on without a second factor; the only other way is to sign out. */
export function SecondFactorSetUpScreen() {
  const { email, isZeguroServiceSession } = useSession();
  const signOut = useSignOut();
  const factor = useSecondFactor();
  const [begun, setBegun] = useState(false);
  const goOn = () => renewSession().catch((error: unknown) => void toast.danger(securityMessage(error)));
  const out = (
    <Button variant="default" onClick={() => void signOut()}>
      Sign Out
    </Button>
  );
  const frame = (title: string, subtitle: string, content: ReactNode, actions?: ReactNode) => (
    <OnboardingLayout
      header={<HeaderBar logo={<BrandLogo href="/" />} />}
      title={title}
      subtitle={subtitle}
      actions={actions}
    >
      {content}
    </OnboardingLayout>
  );
  if (isZeguroServiceSession)
    return frame(
      'A second factor is needed',
      'This organization requires a second factor. Sign in again with yours.',
      null,
      out,
    );
  if (!begun && factor.isPending) return <LoadingText>{fillWords('Loading {brand}...')}</LoadingText>;
  if (!begun && factor.isError)
    return frame(
      'Set up your second factor',
      '',
      <ErrorState
        title="This could not be loaded"
        retrying={factor.isFetching}
        onRetry={() => void factor.refetch()}
      >
        {securityMessage(factor.error)}
      </ErrorState>,
      out,
    );
  if (!begun && factor.data?.on)
    return frame(
      'Sign in with your code',
      `You have a second factor, but this sign-in was without it. Sign out and in again as ${email}.`,
      null,
      out,
    );
  return frame(
    'Set up your second factor',
    'Everyone who manages this account signs in with a password and a code from an authenticator app. It takes two minutes.',
    <SecondFactorSetUp
      onCodes={() => setBegun(true)}
      onDone={() => void goOn()}
      doneLabel="Continue"
      onCancel={() => void signOut()}
      cancelLabel="Sign Out"
    />,
  );
}
