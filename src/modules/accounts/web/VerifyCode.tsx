import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '#ui/Link.tsx';
import { toast } from '#ui/toast.ts';
import { accountsPaths } from '../paths.ts';
import classes from './AuthForms.module.css';
import { AuthFrame } from './AuthFrame.tsx';
import { CodeField } from './CodeField.tsx';
import { ContactSupport } from './ContactSupport.tsx';
import { clearFailures, reportFailure } from './failure.ts';
import { messageOf, wording } from './messages.ts';
import { takePendingSignIn } from './pendingSignIn.ts';
import { PoolError } from './poolError.ts';
import { ResendButton } from './ResendButton.tsx';
import { startSession } from './session.ts';
import { hearTabs } from './sessionChannel.ts';
import { useFirstFocus } from './useFirstFocus.ts';
import { userPool, warmUserPool } from './userPool.ts';

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
export function VerifyCode({ email, subscriptionId }: { email: string; subscriptionId: string | null }) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const first = useFirstFocus<HTMLInputElement>();

  const proceed = async (said: string) => {
    setBusy(true);
    const signedIn = await signInIfPending(email);
    toast.success(said);
    if (!signedIn) void navigate(accountsPaths.signIn(subscriptionId), { state: { username: email } });
  };
  const confirmedElsewhere = useEffectEvent(() => void proceed(wording.confirmed));
  useEffect(() => hearTabs((news) => news.kind === 'confirmed' && news.username === email && confirmedElsewhere()), [email]);

  const confirm = async (digits: string) => {
    if (busy) return;
    if (digits.length !== 6) return setError('Please enter the six-digit code.');
    clearFailures();
    setBusy(true);
    try {
      await (await userPool()).confirmSignUp(email, digits);
    } catch (failure) {
      if (isConfirmedAlready(failure)) return proceed(wording.alreadyConfirmed);
      setBusy(false);
      if (isAboutCode(failure)) setError(messageOf(failure));
      else reportFailure(failure);
      return;
    }
    await proceed(wording.confirmed);
  };
  const typed = (digits: string) => {
    setCode(digits);
    setError(undefined);
    if (digits.length === 6 && digits !== code) void confirm(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirm(code);
  };
  return (
    <AuthFrame
      title="Verify your email"
      subtitle={
        <>
          We sent an email to <span className={classes.strong}>{email}</span>. Open the link in it, or enter its six-digit code here.
        </>
      }
      footer={
        <Link className={classes.link} href={accountsPaths.signUp(subscriptionId)}>
          Use another email address
        </Link>
      }
    >
      <form className={classes.form} onSubmit={submit} onInput={warmUserPool} noValidate aria-label="Verify your email">
        <CodeField ref={first} value={code} onChange={typed} error={error} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Verify
        </Button>
        <p className={classes.dimmed}>Nothing there? It can take a few minutes. Look in the spam folder too.</p>
        <div className={classes.actions}>
          <ResendButton email={email} onAlreadyConfirmed={() => void proceed(wording.alreadyConfirmed)} />
          <ContactSupport />
        </div>
      </form>
    </AuthFrame>
  );
}
