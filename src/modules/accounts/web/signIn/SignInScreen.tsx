import { useEffect, useReducer, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { setSession } from '#platform/web/query.ts';
import { Link } from '#ui/text/Link.tsx';
import { accountsPaths } from '../../paths.ts';
import { isEmail, normalizeUsername } from '../../rules.ts';
import { AuthFrame } from '../AuthFrame.tsx';
import { FurtherForm } from './FurtherForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { forgetPendingSignIn } from './pendingSignIn.ts';
import { listenForRedirects } from '../session/redirect.ts';
import { hearTabs } from '../session/sessionChannel.ts';
import { nextSignInState, signInStart } from './signInModes.ts';
import { useSignIn } from './useSignIn.ts';
import { showVerificationResult } from './verificationResult.tsx';
import classes from '../AuthForms.module.css';

export type SignInArrival = { username?: string; mode?: 'forgot' | 'reset' } | null;

const titles = {
  login: { title: 'Sign in', subtitle: 'Welcome back to {brand}.' },
  request: { title: 'Sign in', subtitle: 'Welcome back to {brand}.' },
  forgot: {
    title: 'Verify your account',
    subtitle: 'We will email you a six-digit code with which you choose a new password.',
  },
  reset: {
    title: 'Choose a new password',
    subtitle: 'Enter the six-digit code from our email and the password you want.',
  },
  code: {
    title: 'Enter your code',
    subtitle: 'Open your authenticator app and enter the six-digit code for {brand}.',
  },
  recovery: {
    title: 'Use a recovery code',
    subtitle: 'Enter one of the ten codes that you kept when you set up your app.',
  },
  change: {
    title: 'Choose your own password',
    subtitle: 'You were given a temporary password. Replace it to go on.',
  },
} as const;

const knownEmail = (given: string | null): string => {
  const name = normalizeUsername(given ?? '');
  return isEmail(name) ? name : '';
};

/** The way into the portal (platform.md 2). */
export function SignInScreen() {
  const { subscriptionId: signUpCode } = useParams();
  const navigate = useNavigate();
  const arrival = useLocation().state as SignInArrival;
  const [query] = useSearchParams();
  const [{ mode }, send] = useReducer(nextSignInState, signInStart(arrival?.mode));
  const { signIn, unconfirmed, half, forgetHalf } = useSignIn(send);
  const result = query.get('verification_result');
  const verified = knownEmail(query.get('username'));
  const [username, setUsername] = useState(arrival?.username ?? verified);
  const [arrived, setArrived] = useState(arrival);
  if (arrival !== arrived) {
    setArrived(arrival);
    // a link of a toast leads from sign-in to sign-in
    if (arrival?.username) setUsername(arrival.username);
  }

  useEffect(() => {
    listenForRedirects();
    forgetPendingSignIn();
    // whoever signs in beside this tab is signed in here too
    return hearTabs((news) => news.kind === 'session' && news.state.authenticated && setSession(news.state));
  }, []);
  useEffect(() => {
    if (result === null) return;
    showVerificationResult(result, verified, (to) => void navigate(to, { state: { signUpCode } }));
    void navigate(accountsPaths.signIn(signUpCode), { replace: true });
  }, [result, verified, signUpCode, navigate]);

  const toSignUp = accountsPaths.signUp(signUpCode);
  const back = (
    <button
      type="button"
      className={classes.textButton}
      onClick={() => {
        forgetHalf();
        send('back');
      }}
    >
      Back to sign in
    </button>
  );
  return (
    <AuthFrame
      title={titles[mode].title}
      subtitle={fillWords(titles[mode].subtitle)}
      footer={
        mode === 'login' || mode === 'request' ? (
          <>
            New to {fillWords('{brand}')}?{' '}
            <Link className={classes.link} href={toSignUp}>
              Sign up
            </Link>
          </>
        ) : (
          back
        )
      }
    >
      {(mode === 'login' || mode === 'request') && (
        <LoginForm
          username={username}
          onUsername={setUsername}
          busy={mode === 'request'}
          unconfirmed={unconfirmed}
          signUpCode={signUpCode}
          onSubmit={(password) => signIn(normalizeUsername(username), password)}
        />
      )}
      <FurtherForm
        mode={mode}
        username={username}
        onUsername={setUsername}
        half={half}
        send={send}
        signIn={signIn}
      />
    </AuthFrame>
  );
}
