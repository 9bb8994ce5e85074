import { lazy, Suspense, useEffect, useReducer, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { setSession } from '#platform/web/query.ts';
import { Link } from '#ui/text/Link.tsx';
import { accountsPaths } from '../../paths.ts';
import { isEmail, normalizeUsername } from '../../rules.ts';
import { AuthFrame } from '../AuthFrame.tsx';
import type { CodeDemand } from '../userPool/cognitoClient.ts';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { LoginForm, type LoginProblem } from './LoginForm.tsx';
import { forgetPendingSignIn, keepPendingSignIn } from './pendingSignIn.ts';
import { PoolError } from '../userPool/poolError.ts';
import { listenForRedirects } from '../session/redirect.ts';
import { startSession } from '../session/session.ts';
import { hearTabs } from '../session/sessionChannel.ts';
import { nextSignInState, signInStart } from './signInModes.ts';
import { userPool } from '../userPool/userPool.ts';
import { showVerificationResult } from './verificationResult.tsx';
import classes from '../AuthForms.module.css';

// few people need these, and everybody waits for the first form
const CodeForm = lazy(async () => ({ default: (await import('./CodeForm.tsx')).CodeForm }));
const RecoveryForm = lazy(async () => ({ default: (await import('./RecoveryForm.tsx')).RecoveryForm }));
const ChangePasswordForm = lazy(async () => ({
  default: (await import('../password/ChangePasswordForm.tsx')).ChangePasswordForm,
}));
const ForgotForm = lazy(async () => ({ default: (await import('../password/ForgotForm.tsx')).ForgotForm }));
const ResetCodeForm = lazy(async () => ({
  default: (await import('../password/ResetCodeForm.tsx')).ResetCodeForm,
}));

/** The password was right and a code is asked for; kept in memory only, while the form for it is shown. */
export type HalfSignedIn = { name: string; password: string; demand: CodeDemand };
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

/** What a failed sign-in says at the form; a wrong password stands at its field, and what is about the service at the button. */
function problemOf(error: unknown, message: string): LoginProblem {
  const isRefused =
    error instanceof PoolError && ['NotAuthorizedException', 'UserNotFoundException'].includes(error.code);
  return { message, fields: isRefused ? { password: message } : {}, told: true };
}

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
  const result = query.get('verification_result');
  const verified = knownEmail(query.get('username'));
  const [username, setUsername] = useState(arrival?.username ?? verified);
  const [arrived, setArrived] = useState(arrival);
  if (arrival !== arrived) {
    setArrived(arrival);
    // a link of a toast leads from sign-in to sign-in
    if (arrival?.username) setUsername(arrival.username);
  }
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [half, setHalf] = useState<HalfSignedIn | null>(null);

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

  const signIn = async (name: string, password: string): Promise<LoginProblem | null> => {
    clearFailures();
    setUnconfirmed(null);
    send('sign-in');
    try {
      const pool = await userPool();
      const answer = await pool.signIn(name, password);
      if ('changePassword' in answer) {
        send('must-change');
        return null;
      }
      if ('code' in answer) {
        setHalf({ name, password, demand: answer.code });
        send('must-give-code');
        return null;
      }
      // the guards lead on as soon as the session is known
      await startSession(answer.tokens);
    } catch (error) {
      const code = error instanceof PoolError ? error.code : '';
      if (code === 'UserNotConfirmedException') {
        keepPendingSignIn({ email: name, password });
        setUnconfirmed(name);
        send('failed');
        return null;
      }
      const message = reportFailure(error);
      send(code === 'PasswordResetRequiredException' ? 'must-reset' : 'failed');
      return problemOf(error, message);
    }
    return null;
  };

  const toSignUp = accountsPaths.signUp(signUpCode);
  const back = (
    <button
      type="button"
      className={classes.textButton}
      onClick={() => {
        setHalf(null);
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
      <Suspense fallback={null}>
        {mode === 'forgot' && (
          <ForgotForm
            username={username}
            onUsername={setUsername}
            onSent={() => send('code-sent')}
            onHaveCode={() => send('have-code')}
          />
        )}
        {mode === 'reset' && (
          <ResetCodeForm
            username={username}
            onUsername={setUsername}
            onReset={() => send('password-reset')}
          />
        )}
        {mode === 'code' && half && <CodeForm half={half} onNoPhone={() => send('no-phone')} />}
        {mode === 'recovery' && half && (
          <RecoveryForm
            half={half}
            onRecovered={() => void signIn(half.name, half.password)}
            onHavePhone={() => send('must-give-code')}
          />
        )}
        {mode === 'change' && (
          <ChangePasswordForm
            username={normalizeUsername(username)}
            onChanged={(password) => void signIn(normalizeUsername(username), password)}
          />
        )}
      </Suspense>
    </AuthFrame>
  );
}
