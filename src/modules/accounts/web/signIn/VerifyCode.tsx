import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { currentSession, setSession } from '#platform/web/query.ts';
import { Link } from '#ui/text/Link.tsx';
import { toast } from '#ui/notice/toast.ts';
import { accountsPaths } from '../../paths.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { CodeField } from './CodeField.tsx';
import { ContactSupport } from '../ContactSupport.tsx';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { messageOf, wording } from '../messages.ts';
import { forgetPendingSignIn, takePendingSignIn } from './pendingSignIn.ts';
import { PoolError } from '../userPool/poolError.ts';
import { ResendButton } from '../signUp/ResendButton.tsx';
import { startSession } from '../session/session.ts';
import { hearTabs } from '../session/sessionChannel.ts';
import { useSixDigits } from './useSixDigits.ts';
import { userPool, warmUserPool } from '../userPool/userPool.ts';

const isConfirmedAlready = (error: unknown): boolean =>
  error instanceof PoolError && /Current status is CONFIRMED|already confirmed/.test(error.message);
const isAboutCode = (error: unknown): boolean =>
  error instanceof PoolError && ['CodeMismatchException', 'ExpiredCodeException'].includes(error.code);

/** Signs in with the password of the sign-up if this page still has it. */
async function signInIfPending(email: string): Promise<boolean> {
  const pending = takePendingSignIn(email);
  if (!pending) return false;
  try {
    const answer = await (await userPool()).signIn(email, pending.password);
    if (!('tokens' in answer)) return false;
    await startSession(answer.tokens);
    return true;
  } catch {
    // the password can still be typed
    return false;
  }
}

/** The code of the confirmation mail, or a new mail. */
export function VerifyCode({ email, signUpCode }: { email: string; signUpCode: string | null }) {
  const navigate = useNavigate();
  const proceed = async (message: string) => {
    hold();
    const signedIn = await signInIfPending(email);
    toast.success(message);
    if (!signedIn) void navigate(accountsPaths.signIn(signUpCode), { state: { username: email } });
  };
  const { busy, hold, submit, field } = useSixDigits({
    send: async (digits) => {
      clearFailures();
      try {
        await (await userPool()).confirmSignUp(email, digits);
      } catch (failure) {
        if (isConfirmedAlready(failure)) return proceed(wording.alreadyConfirmed);
        throw failure;
      }
      return proceed(wording.confirmed);
    },
    explain: (failure) => {
      if (isAboutCode(failure)) return { error: messageOf(failure), retype: false };
      reportFailure(failure);
      return null;
    },
  });
  const confirmedElsewhere = useEffectEvent(() => void proceed(wording.confirmed));
  useEffect(
    () =>
      hearTabs((news) => {
        // a second sign-in of this browser would end the session that the other tab has just begun
        if (news.kind === 'session' && news.state.authenticated) {
          forgetPendingSignIn();
          setSession(news.state);
        } else if (news.kind === 'confirmed' && news.username === email && !currentSession().authenticated)
          confirmedElsewhere();
      }),
    [email],
  );
  return (
    <AuthFrame
      title="Verify your email"
      subtitle={
        <>
          We sent an email to <span className={classes.strong}>{email}</span>. Open the link in it, or enter
          its six-digit code here.
        </>
      }
      footer={
        <Link className={classes.link} href={accountsPaths.signUp(signUpCode)}>
          Use another email address
        </Link>
      }
    >
      <form
        className={classes.form}
        onSubmit={submit}
        onInput={warmUserPool}
        noValidate
        aria-label="Verify your email"
      >
        <CodeField {...field} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Verify
        </Button>
        <p className="text-dimmed">Nothing there? It can take a few minutes. Look in the spam folder too.</p>
        <div className="flex flex-wrap gap-3">
          <ResendButton email={email} onAlreadyConfirmed={() => void proceed(wording.alreadyConfirmed)} />
          <ContactSupport />
        </div>
      </form>
    </AuthFrame>
  );
}
