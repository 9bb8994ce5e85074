import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import classes from './AuthForms.module.css';
import { answerDemand } from './answerDemand.ts';
import { CodeField } from './CodeField.tsx';
import { codeMessage, isAboutCode } from './codeFailure.ts';
import { clearFailures, reportFailure } from './failure.ts';
import { PoolError } from './poolError.ts';
import { startSession } from './session.ts';
import type { HalfSignedIn } from './SignInScreen.tsx';
import { useFirstFocus } from './useFirstFocus.ts';

const isRefused = (error: unknown): boolean =>
  isAboutCode(error) || (error instanceof PoolError && error.code === 'NotAuthorizedException');

/** The second step of signing in: the code of the app, sent as soon as it has six digits. */
export function CodeForm({ half, onNoPhone }: { half: HalfSignedIn; onNoPhone: () => void }) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const field = useFirstFocus<HTMLInputElement>();

  const send = async (digits: string) => {
    if (busy) return;
    if (digits.length !== 6) return setError('Please enter the six-digit code.');
    clearFailures();
    setBusy(true);
    try {
      await startSession(await answerDemand(half.demand, digits, half));
    } catch (failure) {
      setBusy(false);
      if (!isRefused(failure)) return reportFailure(failure);
      setCode('');
      setError(codeMessage(failure));
      field.current?.focus();
    }
  };
  const typed = (digits: string) => {
    setCode(digits);
    if (digits) setError(undefined);
    if (digits.length === 6 && digits !== code) void send(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Enter your code">
      <CodeField ref={field} value={code} onChange={typed} error={error} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Sign in
      </Button>
      <p className={classes.dimmed}>
        No phone at hand?{' '}
        <button type="button" className={classes.textButton} onClick={onNoPhone}>
          Use a recovery code
        </button>
      </p>
    </form>
  );
}
