import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { call, CallError } from '#platform/web/call.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { accountsContract } from '../../contract.ts';
import { accountsPaths } from '../../paths.ts';
import { normalizeUsername } from '../../rules.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { CurrentPassword } from '../password/CurrentPassword.tsx';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { wording } from '../messages.ts';
import { startSession } from '../session/session.ts';
import { useFirstFocus } from '../useFirstFocus.ts';
import { userPool, warmUserPool } from '../userPool/userPool.ts';
import { showVerificationResult } from '../signIn/verificationResult.tsx';

const done = ['confirmed', 'already_confirmed'];

/** Signs in with the password that was just given; false where more than a password is asked for. */
async function signInWith(email: string, password: string): Promise<boolean> {
  try {
    const answer = await (await userPool()).signIn(email, password);
    if (!('tokens' in answer)) return false;
    await startSession(answer.tokens);
    return true;
  } catch {
    // the address is confirmed all the same, and sign-in says what is the matter
    return false;
  }
}

/** Where the link of the confirmation mail leads: confirms the address for the person who chose the password. */
export function ConfirmSignUpScreen() {
  const navigate = useNavigate();
  // kept, so that the address bar and the history lose the code at once
  const [link] = useState(new URLSearchParams(useLocation().hash.slice(1)));
  const username = normalizeUsername(link.get('username') ?? '');
  const code = link.get('code') ?? '';
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useFirstFocus<HTMLInputElement>();
  useEffect(() => window.history.replaceState(window.history.state, '', accountsPaths.confirmPage), []);
  if (!username || !code)
    return <Navigate to={`${accountsPaths.signIn()}?verification_result=invalid`} replace />;

  const confirm = async () => {
    const { result, subscriptionId: signUpCode } = await call(accountsContract.confirmSignupByPassword, {
      username,
      code,
      password,
    });
    if (done.includes(result) && (await signInWith(username, password))) {
      showVerificationResult(result, username, (to) => void navigate(to));
      return navigate('/', { replace: true });
    }
    const query = new URLSearchParams({ verification_result: result, username });
    return navigate(`${accountsPaths.signIn(signUpCode)}?${query}`, { replace: true });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(password ? null : wording.signUpPasswordRequired);
    if (!password) return;
    clearFailures();
    setBusy(true);
    try {
      await confirm();
    } catch (failure) {
      setBusy(false);
      if (failure instanceof CallError && failure.code === 'wrong-password')
        setError(wording.notSignUpPassword);
      else reportFailure(failure);
    }
  };
  return (
    <AuthFrame
      title="Verify your email"
      subtitle={
        <>
          Enter the password that you chose when you signed up as{' '}
          <span className={classes.strong}>{username}</span>.
        </>
      }
      footer="Did you not sign up? Close this page. Nothing happens without the password."
    >
      <form
        className={classes.form}
        onSubmit={(event) => void submit(event)}
        onInput={warmUserPool}
        noValidate
        aria-label="Verify your email"
      >
        <FormError>{error}</FormError>
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <CurrentPassword ref={first} value={password} onChange={setPassword} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Verify email address
        </Button>
      </form>
    </AuthFrame>
  );
}
