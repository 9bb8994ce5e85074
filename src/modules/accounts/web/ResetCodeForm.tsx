import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { FormError } from '#ui/FormError.tsx';
import { toast } from '#ui/toast.ts';
import { isStrongPassword, normalizeUsername } from '../rules.ts';
import classes from './AuthForms.module.css';
import { CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { clearFailures, reportFailure } from './failure.ts';
import { weakPassword, wording } from './messages.ts';
import { NewPassword } from './NewPassword.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { userPool, warmUserPool } from './userPool.ts';

export type ResetCodeFormProps = { username: string; onUsername: (username: string) => void; onReset: () => void };

const missing = (username: string, code: string, password: string, confirmation: string): string | null => {
  if (!username) return wording.usernameRequired;
  if (code.length !== 6) return 'Please enter the six-digit code.';
  if (!password || !confirmation) return wording.newPasswordRequired;
  if (password !== confirmation) return wording.reenteredMismatch;
  return isStrongPassword(password) ? null : weakPassword;
};

/** A new password with the code of the mail. */
export function ResetCodeForm({ username, onUsername, onReset }: ResetCodeFormProps) {
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const first = useFirstFocus<HTMLInputElement>(username !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const name = normalizeUsername(username);
    const problem = missing(name, code, chosen.password, chosen.confirmation);
    setError(problem);
    if (problem) return;
    clearFailures();
    setBusy(true);
    try {
      await (await userPool()).confirmPassword(name, code, chosen.password);
      toast.success(wording.passwordReset);
      onReset();
    } catch (failure) {
      reportFailure(failure, wording.resetFailed);
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      onInput={warmUserPool}
      noValidate
      aria-label="Choose a new password"
    >
      <FormError>{error}</FormError>
      <EmailField name="username" value={username} onChange={onUsername} />
      <CodeField ref={first} value={code} onChange={setCode} />
      <NewPassword {...chosen} onChange={setChosen} label="New password" confirmLabel="Confirm new password" />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Set new password
      </Button>
    </form>
  );
}
