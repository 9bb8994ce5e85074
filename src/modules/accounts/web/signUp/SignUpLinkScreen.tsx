import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { sayAccountExists, sayLinkFailed } from './linkToasts.tsx';
import { SignUpLinkForm } from './SignUpLinkForm.tsx';
import { useSignUpLink } from './useSignUpLink.ts';

/** An account by the link of an operator's mail (platform.md 2); `sec` asks about messages on security too. */
export function SignUpLinkScreen({ sec = false }: { sec?: boolean }) {
  const { linkId = '' } = useParams();
  const { authenticated } = useSession();
  const navigate = useNavigate();
  const { fetchStatus, link } = useSignUpLink(linkId, !authenticated);
  const taken = link?.status === 'accepted' || link?.status === 'userExists';
  const home = !authenticated && (fetchStatus === 'FAILED' || taken);
  useEffect(() => {
    if (!home) return;
    if (taken)
      sayAccountExists(
        (to) => void navigate(to, { state: { username: link.createdFor.email } }),
        link.subscriptionId,
      );
    else sayLinkFailed();
    void navigate('/', { replace: true });
  }, [home, taken, link, navigate]);
  // an authenticated visitor goes home
  if (authenticated) return <Navigate to="/" replace />;
  if (!link || taken) return <LoadingText page>Opening your invitation...</LoadingText>;
  const { firstName } = link.createdFor;
  const { companyName, trialDays } = link;
  return (
    <AuthFrame
      title={firstName ? `Welcome, ${firstName}` : 'Welcome'}
      subtitle={
        companyName
          ? fillWords('Choose a password to manage {company} in {brand}.', { company: companyName })
          : fillWords('Choose a password to begin with {brand}.')
      }
      {...(trialDays === null
        ? {}
        : { promises: [`${trialDays} days free`, 'No credit card', 'Cancel any time'] })}
    >
      <SignUpLinkForm
        linkId={linkId}
        link={link}
        asksAboutSecurity={sec || link.variant === 'sec'}
        trial={trialDays !== null}
      />
    </AuthFrame>
  );
}

export const SignUpSecScreen = () => <SignUpLinkScreen sec />;
